import { deepEqual, equal } from 'node:assert/strict';
import { describePending, pendingChangeOf, type PendingRequest } from './pending.ts';
import { freshStrategy } from '../strategy/strategy-draft.ts';

const strategy = { ...freshStrategy('pay', 'default'), id: 'one', sortOrder: 0, parameters: { rollout: '25' } };
const proposed = { ...strategy, parameters: { rollout: '50' } };
const requestOf = (...changes: PendingRequest['changes']): PendingRequest => ({
  id: 91,
  title: 'More',
  environment: 'production',
  state: 'In review',
  changes,
});
const raise = { action: 'updateStrategy', payload: proposed } as const;
const unnamed = () => undefined;

describe('a pending change', () => {
  it('has the proposed percentage and the differences of a strategy', () => {
    const change = pendingChangeOf(
      [requestOf({ action: 'updateEnabled', payload: { enabled: true } }), requestOf(raise)],
      strategy,
      unnamed,
    );
    deepEqual([change?.text, change?.share], ['rollout 25% → 50%', 50]);
    const retitled = requestOf({ ...raise, payload: { ...proposed, title: 'Half' } });
    equal(pendingChangeOf([retitled], strategy, unnamed)?.text, 'title none → Half + 1 more');
  });
  it('may delete the strategy, or not concern it', () => {
    const removed = pendingChangeOf([requestOf({ action: 'deleteStrategy', payload: { id: 'one' } })], strategy, unnamed);
    deepEqual([removed?.text, removed?.share], ['delete', null]);
    equal(pendingChangeOf([requestOf(raise)], { ...strategy, id: 'other' }, unnamed), null);
  });
  it('is described in a few words', () => {
    const described = (...changes: PendingRequest['changes']) => describePending(requestOf(...changes), [strategy], unnamed);
    equal(described({ action: 'updateEnabled', payload: { enabled: false } }), 'turn off');
    equal(described(raise), 'rollout 25% → 50%');
    equal(described({ action: 'addStrategy', payload: {} }), 'add strategy');
    equal(described(raise, raise), '2 changes');
    equal(described({ action: 'archiveFeature', payload: {} }), '1 change');
  });
});
