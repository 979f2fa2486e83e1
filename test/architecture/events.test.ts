import { deepEqual } from 'node:assert/strict';
import { defineEvent, eventDefinitions, planEvent } from '@signalbox/contracts';
import { statedByNobody } from './events.ts';
import { readCode } from './source.ts';

const when = 'it happens';
const itemPlaced = defineEvent('audit', 'item-placed', { when });
const itemLost = planEvent('audit', 'item-lost', { when });

describe('events that are said to be stated', () => {
  it('are named by the code of their service', () => {
    deepEqual(statedByNobody(readCode(), eventDefinitions.values()), []);
  });

  const complaint = ['audit does not state item-placed: plan it, or state it'];
  const planted: readonly (readonly [title: string, path: string, text: string, ...complaints: string[]])[] = [
    ['published by a slice', 'services/audit/src/a.ts', "import { itemPlaced } from 'b';\ncontext.publish(itemPlaced, {});"],
    ['imported and no more', 'services/audit/src/a.ts', "import {\n  itemPlaced,\n} from 'b';\nrun();", ...complaint],
    ['named in a comment', 'services/audit/src/a.ts', '// itemPlaced', ...complaint],
    ['published by a test', 'services/audit/src/a.test.ts', 'context.publish(itemPlaced, {});', ...complaint],
    ['heard by another service', 'services/toggles/src/a.ts', 'on(itemPlaced, onItemPlaced);', ...complaint],
    ['part of another name', 'services/audit/src/a.ts', 'context.publish(itemPlacedTwice, {});', ...complaint],
  ];
  for (const [title, path, text, ...complaints] of planted) {
    it(`are ${complaints.length === 0 ? 'found' : 'missed'} when one is ${title}`, () => {
      deepEqual(statedByNobody([{ path, text }], [itemPlaced, itemLost]), complaints);
    });
  }
});
