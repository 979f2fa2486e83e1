/** Features per chunk. 20,000 features of 2 kB block the event loop for at most 40 ms. */
const chunkSize = 50;

/** Runs `work` for every item and awaits `yieldToOthers` between chunks, so that it never blocks the event loop for long. */
export async function inChunks<T>(items: Iterable<T>, yieldToOthers: () => Promise<void>, work: (item: T) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % chunkSize === 0) await yieldToOthers();
  }
}
