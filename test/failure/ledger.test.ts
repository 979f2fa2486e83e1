import { deepEqual } from 'node:assert/strict';
import { findOrderProblems } from './lanes.ts';
import { findProblems, type Ledger } from './ledger.ts';

const toggles = '/signalbox/toggles';

const created = (sequence: number, featureName: string) => ({
  id: `id-${sequence}`,
  source: toggles,
  sequence,
  type: 'feature-created',
  featureName,
  data: '{}',
});
const [first, second, third] = [created(1, 'a'), created(2, 'b'), created(3, 'c')];
const record = (...events: (typeof first)[]) => events.map((event, index) => ({ ...event, auditId: index + 1 }));

const sound: Ledger = {
  drainedAt: 0,
  acknowledged: ['a', 'b', 'c'],
  features: ['a', 'b', 'c'],
  emitted: [first, second, third],
  recorded: record(first, second, third),
  gaps: 0,
  tokens: { emitted: 2, counted: 2 },
  sources: ['toggles'],
};

describe('the ledger of a trial', () => {
  const mistakes: readonly [title: string, Partial<Ledger>, problems: readonly string[]][] = [
    ['nothing if everything agrees', {}, []],
    ['a change that is lost', { acknowledged: ['a', 'b', 'c', 'd'] }, ['the acknowledged change d is lost']],
    [
      'an event that is lost',
      { recorded: record(first, second) },
      ['the change c has no event in audit', 'the event 3 of /signalbox/toggles is lost'],
    ],
    [
      'an event that is recorded twice',
      { recorded: record(first, second, third, third) },
      ['the event of c is recorded twice', 'the event 3 of toggles is out of sequence'],
    ],
    ['an event that was never published', { emitted: [first, second] }, ['event 3 of audit was never published']],
    [
      'a change that was rolled back behind its event',
      { acknowledged: ['a', 'b'], features: ['a', 'b'] },
      ['the event of c has no change'],
    ],
    [
      'events out of order',
      { recorded: record(second, first, third) },
      ['the event 2 of toggles is out of sequence', 'the event 1 of toggles is out of sequence'],
    ],
    ['an event that took effect twice', { tokens: { emitted: 2, counted: 3 } }, ['toggles has counted 3 API tokens of 2']],
    ['a gap that audit detected', { gaps: 1 }, ['audit noticed 1 gaps']],
  ];
  for (const [title, mistake, problems] of mistakes) {
    it(`reports ${title}`, () => deepEqual(findProblems({ ...sound, ...mistake }), problems));
  }

  it('reports a feature whose changes audit has in another order', () => {
    const described = (description: string, sequence: number) => ({
      ...created(sequence, 'a'),
      type: 'feature-metadata-updated',
      data: JSON.stringify({ description }),
    });
    const changes = new Map([['a', ['one', 'two'].map((description) => ({ type: 'feature-metadata-updated', description }))]]);
    const recorded = (...events: (typeof first)[]) => ({ recorded: record(...events) });
    deepEqual(findOrderProblems(changes, recorded(described('one', 1), described('two', 2))), []);
    deepEqual(findOrderProblems(changes, recorded(described('two', 1), described('one', 2))), [
      'a: 2 changes were acknowledged, audit has 2, first difference at 0',
    ]);
  });
});
