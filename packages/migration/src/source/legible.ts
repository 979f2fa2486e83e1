/** Rejects with a sentence for people if the source returns data of another shape. Code that reads such data throws a type error. */
export async function legible<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isShape = error instanceof TypeError || error instanceof SyntaxError;
    if (!isShape) throw error;
    throw new Error(`The source returned data that no supported version of Unleash returns. Check its address. (${error.message})`, {
      cause: error,
    });
  }
}
