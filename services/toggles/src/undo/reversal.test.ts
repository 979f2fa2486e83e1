import { ok } from 'node:assert/strict';
import { wordsOf } from '@signalbox/contracts';
import { samples } from '@signalbox/contracts/samples';
import { actions } from './actions.ts';
import { reversalOf } from './reversal.ts';
import type { PastEvent } from './undo.schema.ts';

describe('the reversal of an event', () => {
  for (const [name, { data: event }] of samples as ReadonlyMap<string, { readonly data: PastEvent }>) {
    const undo = wordsOf(event.type)?.undo;
    const reversal = reversalOf(event);
    if (typeof reversal === 'string') continue;
    it(`needs the permission that the console asks for: ${name}`, () => {
      const { permission } = actions[reversal.action].route.declaration;
      ok(
        [permission].flat().some((needed) => needed === undo),
        String(permission),
      );
    });
  }
});
