const pollMs = 10;

/** Repeats `check` until it neither throws nor answers false, for `limitMs` at most; then throws what it threw last. */
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
