import { setImmediate as letOthersRun } from 'node:timers/promises';
import { chunksOf } from '@signalbox/kit';

const itemsAtOnce = 100;

/** Lists by name as JSON text, piece by piece: megabytes of text at once would hold the event loop. */
export async function* writtenExport(lists: Readonly<Record<string, readonly unknown[]>>): AsyncGenerator<string> {
  let before = '{';
  for (const [name, items] of Object.entries(lists)) {
    yield `${before}${JSON.stringify(name)}:`;
    yield* writtenList(items);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

async function* writtenList(items: readonly unknown[]): AsyncGenerator<string> {
  let before = '[';
  for (const chunk of chunksOf(items, itemsAtOnce)) {
    yield before + chunk.map((item) => JSON.stringify(item)).join(',');
    before = ',';
    await letOthersRun();
  }
  yield before === '[' ? '[]' : ']';
}
