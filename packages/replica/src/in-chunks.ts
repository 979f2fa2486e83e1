/** How many features are worked on before others get their turn: 20,000 of 2 kB hold the event loop for 40 ms at most. */
const chunkSize = 50;

/** Does `work` for every item and awaits `yieldToOthers` between chunks, so that no long run holds the event loop. */
export async function inChunks<T>(items: Iterable<T>, yieldToOthers: () => Promise<void>, work: (item: T) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % chunkSize === 0) await yieldToOthers();
  }
}
