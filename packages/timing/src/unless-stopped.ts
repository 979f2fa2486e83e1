/** Waits for a promise, or rejects as soon as `stop` is aborted. The work behind the promise goes on. */
export async function unlessStopped<T>(stop: AbortSignal, promise: Promise<T>): Promise<T> {
  let end = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    end = () => reject(new Error('Interrupted.'));
    if (stop.aborted) end();
    stop.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    stop.removeEventListener('abort', end);
  }
}
