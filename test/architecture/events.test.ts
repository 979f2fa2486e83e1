import { deepEqual } from 'node:assert/strict';
import { defineEvent, eventDefinitions } from '@signalbox/contracts';
import { neverRaised } from './events.ts';
import { readCode } from './source.ts';

const when = 'it happens';
const itemCreated = defineEvent('audit', 'item-created', { when });

describe('declared events', () => {
  it('are used by the code of their service', () => {
    deepEqual(neverRaised(readCode(), eventDefinitions.values()), []);
  });

  const complaint = ['audit does not emit item-created: emit it, or remove its declaration'];
  const planted: readonly (readonly [title: string, path: string, text: string, ...complaints: string[]])[] = [
    ['published by a slice', 'services/audit/src/a.ts', "import { itemCreated } from 'b';\ncontext.publish(itemCreated, {});"],
    ['only imported', 'services/audit/src/a.ts', "import {\n  itemCreated,\n} from 'b';\nrun();", ...complaint],
    ['named in a comment', 'services/audit/src/a.ts', '// itemCreated', ...complaint],
    ['published by a test', 'services/audit/src/a.test.ts', 'context.publish(itemCreated, {});', ...complaint],
    ['consumed by another service', 'services/toggles/src/a.ts', 'eventQueue("toggles", { itemCreated });', ...complaint],
    ['part of another name', 'services/audit/src/a.ts', 'context.publish(itemCreatedTwice, {});', ...complaint],
  ];
  for (const [title, path, text, ...complaints] of planted) {
    it(`are ${complaints.length === 0 ? 'accepted' : 'reported'} when one is ${title}`, () => {
      deepEqual(neverRaised([{ path, text }], [itemCreated]), complaints);
    });
  }
});
