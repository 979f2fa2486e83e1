const pollMs = 10;

/** Only ends a hang: a passing test waits no longer than the effect takes, on a busy machine as well. */
const waitLimitMs = 60_000;

/** Maximum time for the start of a product's processes. Longer than `waitLimitMs`, shorter than mocha's timeout. */
export const startLimitMs = 300_000;

/** Repeats `check` until it neither throws nor returns false. After `limitMs` (a minute) it throws the last error. */
export async function eventually<T>(check: () => Promise<T> | T, limitMs = waitLimitMs): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    try {
      const result = await check();
      if (result !== false) return result;
      if (performance.now() > end) throw new Error(`still false after ${limitMs} ms`);
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
