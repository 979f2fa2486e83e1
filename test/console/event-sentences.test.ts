import { deepEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventDefinitions } from '@signalbox/contracts';

const source = join(import.meta.dirname, '../../packages/console/src/page/feature/event-sentences.ts');
const { sentences } = (await import(pathToFileURL(source).href)) as {
  readonly sentences: Readonly<Record<string, { readonly verb: string }>>;
};

describe('the sentences of events in the console', () => {
  it('exist for every event type, and for no other', () =>
    deepEqual(Object.keys(sentences).toSorted(), [...eventDefinitions.keys()].toSorted()));

  it('contain no bare type', () =>
    deepEqual(
      Object.entries(sentences).filter(([type, { verb }]) => verb.includes(type) || /[a-z]-[a-z]/.test(verb.replace('sign-up', ''))),
      [],
    ));
});
