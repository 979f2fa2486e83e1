import { chunksOf, type Context, yieldToOthers } from '@signalbox/kit';

/** Names or rows of one statement. A unit of work may have thousands. */
export const perStatement = 500;

/** Processes up to `size` items at a time, one chunk after the other, and yields to other work in between. */
export async function eachChunk<T>(items: readonly T[], work: (chunk: T[]) => Promise<unknown>, size = perStatement): Promise<void> {
  for (const [index, chunk] of [...chunksOf(items, size)].entries()) {
    if (index > 0) await yieldToOthers();
    await work(chunk);
  }
}

const itemsAtOnce = 100;

/**
 * Like `eachChunk`, for work that writes. Each chunk is flushed and cleared before the next: the ORM compares all loaded
 * entities at each flush, so many items would make every chunk slower.
 */
export async function writeInChunks<T>(
  { em }: Pick<Context, 'em'>,
  items: readonly T[],
  work: (chunk: T[]) => Promise<void>,
): Promise<void> {
  const writeChunk = async (chunk: T[]) => {
    await work(chunk);
    await em.flush();
    em.clear();
  };
  await eachChunk(items, writeChunk, itemsAtOnce);
}
