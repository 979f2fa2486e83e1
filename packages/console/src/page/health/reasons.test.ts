import { deepEqual } from 'node:assert/strict';
import { type Judged, queryFor, sayReasons } from './reasons.ts';

const now = Date.parse('2027-06-30T12:00:00Z');
const lifetimes = new Map([['release', 40]]);
const fresh: Judged = {
  type: 'release',
  stale: false,
  createdAt: '2027-06-20T12:00:00Z',
  lastSeenAt: '2027-06-30T11:00:00Z',
  lifecycle: { stage: 'live', enteredStageAt: '2027-06-21T12:00:00Z' },
};
const said = (more: Partial<Judged>) => sayReasons({ ...fresh, ...more }, lifetimes, now);

describe('the reasons for removing a feature', () => {
  it('are none while it is new and in use', () => deepEqual(said({}), []));
  it('include being marked stale, whatever its age', () =>
    deepEqual(said({ stale: true, createdAt: '2026-06-30T12:00:00Z' }), ['marked stale']));
  it('include an exceeded lifetime', () =>
    deepEqual(said({ createdAt: '2027-05-01T12:00:00Z' }), ['60 days old; release features are expected to last 40 days']));
  it('do not include age if the type has no lifetime', () =>
    deepEqual(said({ type: 'kill-switch', createdAt: '2026-06-30T12:00:00Z' }), []));
  it('include completion with its outcome', () =>
    deepEqual(said({ lifecycle: { stage: 'completed', enteredStageAt: fresh.createdAt, status: 'kept' } }), ['completed, kept']));
  it('include a long time without evaluations', () => {
    deepEqual(said({ lastSeenAt: '2027-05-21T12:00:00Z' }), ['not evaluated for 40 days']);
    deepEqual(said({ lastSeenAt: null, createdAt: '2027-05-31T12:00:00Z' }), ['never evaluated in 30 days']);
    deepEqual(said({ lastSeenAt: null }), []);
  });

  it('are searched for by date', () =>
    deepEqual(queryFor('silent', 'shop', now), { project: 'IS:shop', sortBy: 'name', lastSeenAt: 'IS_BEFORE:2027-05-31' }));
});
