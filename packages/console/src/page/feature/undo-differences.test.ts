import { deepEqual, equal } from 'node:assert/strict';
import type { Undo } from '../../server/ask.ts';
import { describeUndo, describeUndone } from './undo-differences.ts';

const names = { segmentName: () => undefined, groupName: () => undefined, milestone: () => undefined, template: () => undefined };
const undoOf = (change: Undo['change'], now: Undo['now'] = null) => ({ change, now, environment: 'production' });
const pilot = (rollout: string) => ({ name: 'flexibleRollout', title: 'Pilot', parameters: { rollout } });
const linesOf = (undo: ReturnType<typeof undoOf>) => {
  const { about, differences = [] } = describeUndo(undo, names) ?? {};
  return [about, ...differences.map(({ part, before, after }) => `${part}: ${before} → ${after}`)];
};

describe('the preview of an undo', () => {
  const raise = undoOf({ action: 'updateStrategy', feature: 'express-pay', payload: { ...pilot('25'), id: '1' } }, pilot('50'));

  it('shows the current and the restored values', () => {
    deepEqual(linesOf(raise), ['Pilot', 'rollout: 50% → 25%']);
    deepEqual(linesOf(undoOf({ action: 'updateEnabled', feature: 'x', payload: { enabled: false } }, { enabled: true })), [
      'In production',
      'state: on → off',
    ]);
  });

  it('shows details, tags and restored features, which change requests do not have', () => {
    const details = undoOf(
      { action: 'updateFeature', feature: 'x', payload: { stale: false, description: 'Old' } },
      { stale: true, description: '' },
    );
    deepEqual(linesOf(details), ['Feature', 'stale: yes → no', 'description: none → Old']);
    deepEqual(linesOf(undoOf({ action: 'untagFeature', feature: 'x', payload: { type: 'team', value: 'pay' } })), [
      'Feature',
      'tag: team:pay → null',
    ]);
    deepEqual(linesOf(undoOf({ action: 'reviveFeature', feature: 'x' })), ['Feature', 'state: archived → off in all environments']);
  });

  it('is empty for an event that cannot be undone', () => equal(describeUndo(undoOf(null), names), null));

  it('names the result', () => {
    equal(describeUndone(raise, describeUndo(raise, names)), 'Undone. express-pay, Pilot: rollout 50% → 25%.');
    const off = undoOf({ action: 'updateEnabled', feature: 'x', payload: { enabled: false } }, { enabled: true });
    equal(describeUndone(off, describeUndo(off, names)), 'Undone. x is off in production again.');
    equal(describeUndone(undoOf(null), null), 'Change undone.');
  });
});
