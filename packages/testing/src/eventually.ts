const pollMs = 10;

/** Repeats `check` for at most `limitMs` until it neither throws nor returns false. Then throws the last error. */
export async function eventually<T>(check: () => Promise<T> | T, limitMs = 5000): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      const result = await check();
      if (result !== false) return result;
      if (Date.now() > end) throw new Error(`still false after ${limitMs} ms`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
