import assert from 'node:assert/strict';
import type { StateChanged } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { assertTruthful, Bench, type Edit, feature, projects, segment, tick } from './rehearsal.fixture.ts';

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');

const edit: fc.Arbitrary<Edit> = fc.record(
  {
    features: fc.uniqueArray(
      fc.tuple(names, fc.constantFrom(...projects), fc.boolean(), fc.subarray([1, 2])).map((parts) => feature(...parts)),
      { maxLength: 3, selector: ({ name }) => name },
    ),
    segments: fc.constantFrom([], [segment(1, 'x')], [segment(1, 'y'), segment(2, 'x')]),
    resync: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  },
  { requiredKeys: [] },
);

const removal: fc.Arbitrary<Edit> = fc.record({
  removedFeatures: fc.uniqueArray(names, { maxLength: 3 }),
  removedSegments: fc.subarray([1, 2]),
});

/** One step of a history. `at` selects among the messages in transit. */
type Step = (bench: Bench, underway: StateChanged[]) => void | Promise<void>;

const at = fc.nat(5);
const change = fc.oneof({ weight: 3, arbitrary: edit }, { weight: 1, arbitrary: removal }).map(
  (edit): Step =>
    ({ source }, underway) =>
      void underway.push(source.change(edit)),
);
const deliver = at.map(
  (index): Step =>
    ({ replica }, underway) => {
      for (const message of underway.splice(Math.min(index, underway.length - 1), 1)) replica.apply(message);
    },
);
const repeat = at.map(
  (index): Step =>
    ({ replica }, underway) => {
      for (const message of underway.slice(index, index + 1)) replica.apply(structuredClone(message));
    },
);
const lose = at.map(
  (index): Step =>
    (_bench, underway) =>
      void underway.splice(index, 1),
);
const heartbeat = at.map(
  (late): Step =>
    ({ replica, source }) =>
      replica.follower.heartbeat(Math.max(0, source.revision - late)),
);
const answer: Step = (bench) => bench.answer();
const refuse: Step = (bench) => bench.refuse();
const timers: Step = (bench) => bench.runTimers();
const reconnect: Step = ({ replica }) => replica.resync();

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: change },
  { weight: 5, arbitrary: deliver },
  { weight: 1, arbitrary: repeat },
  { weight: 1, arbitrary: lose },
  { weight: 5, arbitrary: fc.constant(answer) },
  { weight: 2, arbitrary: fc.constantFrom(refuse, timers, timers, reconnect) },
  { weight: 1, arbitrary: heartbeat },
);

async function converge(bench: Bench): Promise<void> {
  const { replica, source } = bench;
  replica.resync();
  replica.follower.heartbeat(source.revision);
  for (let round = 0; round < 60 && (replica.stale || replica.view.revision < source.revision); round += 1) {
    await bench.answer();
    await bench.runTimers();
  }
  assert.deepEqual([replica.stale, replica.view.revision], [false, source.revision]);
}

function assertNeverBack(bench: Bench): void {
  let latest = 0;
  for (const view of bench.shown) {
    assert.ok(view.revision >= latest);
    latest = view.revision;
    assertTruthful(view, bench.source);
  }
}

describe('replica, any history', () => {
  it('shows only true states, never goes back, and converges', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), fc.nat(10), async (steps, start) => {
        const bench = new Bench();
        const underway: StateChanged[] = [];
        for (const [index, next] of steps.entries()) {
          if (index === start) bench.replica.resync();
          await next(bench, underway);
          await tick();
        }
        await converge(bench);
        assertNeverBack(bench);
        bench.replica.close();
        assert.equal(bench.timers.size, 0);
      }),
      { numRuns: 300 },
    );
  });
});
