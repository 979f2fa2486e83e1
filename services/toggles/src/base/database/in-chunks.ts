import { chunksOf, type Context, yieldToOthers } from '@signalbox/kit';

const itemsAtOnce = 100;

/**
 * Does `work` for some items at a time, and lets others run between. Each chunk is written and forgotten before the
 * next: the ORM looks at all that it remembers whenever it writes, so what many items leave would make each one slower.
 */
export async function inChunks<T>({ em }: Pick<Context, 'em'>, items: readonly T[], work: (chunk: T[]) => Promise<void>): Promise<void> {
  for (const chunk of chunksOf(items, itemsAtOnce)) {
    await work(chunk);
    await em.flush();
    em.clear();
    await yieldToOthers();
  }
}
