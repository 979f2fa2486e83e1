import { deepEqual } from 'node:assert/strict';
import { type Judged, queryFor, describeReasons } from './reasons.ts';

const now = Date.parse('2027-06-30T12:00:00Z');
const lifetimes = new Map([['release', 40]]);
const fresh: Judged = {
  type: 'release',
  stale: false,
  createdAt: '2027-06-20T12:00:00Z',
  lastSeenAt: '2027-06-30T11:00:00Z',
  lifecycle: { stage: 'live', enteredStageAt: '2027-06-21T12:00:00Z' },
};
const reasonsOf = (more: Partial<Judged>) => describeReasons({ ...fresh, ...more }, lifetimes, now);

describe('the reasons for removing a feature', () => {
  it('are empty for a new feature in use', () => deepEqual(reasonsOf({}), []));
  it('include being marked stale, whatever its age', () =>
    deepEqual(reasonsOf({ stale: true, createdAt: '2026-06-30T12:00:00Z' }), ['marked stale']));
  it('include an exceeded lifetime', () =>
    deepEqual(reasonsOf({ createdAt: '2027-05-01T12:00:00Z' }), ['60 days old; release features are expected to last 40 days']));
  it('do not include age if the type has no lifetime', () =>
    deepEqual(reasonsOf({ type: 'kill-switch', createdAt: '2026-06-30T12:00:00Z' }), []));
  it('include completion with its outcome', () =>
    deepEqual(reasonsOf({ lifecycle: { stage: 'completed', enteredStageAt: fresh.createdAt, status: 'kept' } }), ['completed, kept']));
  it('include a long time without evaluations', () => {
    deepEqual(reasonsOf({ lastSeenAt: '2027-05-21T12:00:00Z' }), ['not evaluated for 40 days']);
    deepEqual(reasonsOf({ lastSeenAt: null, createdAt: '2027-05-31T12:00:00Z' }), ['never evaluated in 30 days']);
    deepEqual(reasonsOf({ lastSeenAt: null }), []);
  });

  it('are searched for by date', () =>
    deepEqual(queryFor('silent', 'shop', now), { project: 'IS:shop', sortBy: 'name', lastSeenAt: 'IS_BEFORE:2027-05-31' }));
});
