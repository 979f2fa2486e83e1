import { chunksOf, yieldToOthers } from '@signalbox/kit';
import { stringify } from 'yaml';

const itemsAtOnce = 5;

/** Quotes texts that YAML 1.1 would read as something else, such as `no` as false. */
const options = { compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Like `writtenExport`, in YAML, which takes longer to write. */
export async function* writtenYaml(parts: Readonly<Record<string, number | readonly unknown[]>>): AsyncGenerator<string> {
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'number' || part.length === 0) {
      yield stringify({ [name]: part }, options);
      continue;
    }
    yield `${name}:\n`;
    for (const chunk of chunksOf(part, itemsAtOnce)) {
      yield stringify(chunk, options);
      await yieldToOthers();
    }
  }
}
