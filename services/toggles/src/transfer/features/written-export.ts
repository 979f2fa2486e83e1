import { chunksOf, yieldToOthers } from '@signalbox/kit';

const itemsAtOnce = 100;

/** Lists and numbers by name as JSON text, in chunks: megabytes of text at once would block the event loop. */
export async function* writtenExport(parts: Readonly<Record<string, number | readonly unknown[]>>): AsyncGenerator<string> {
  let before = '{';
  for (const [name, part] of Object.entries(parts)) {
    yield `${before}${JSON.stringify(name)}:`;
    yield* typeof part === 'number' ? [String(part)] : writtenList(part);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

async function* writtenList(items: readonly unknown[]): AsyncGenerator<string> {
  let before = '[';
  for (const chunk of chunksOf(items, itemsAtOnce)) {
    yield before + chunk.map((item) => JSON.stringify(item)).join(',');
    before = ',';
    await yieldToOthers();
  }
  yield before === '[' ? '[]' : ']';
}
