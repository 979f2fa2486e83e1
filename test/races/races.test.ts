import { deepEqual, ok } from 'node:assert/strict';
import { start, testEnvironment } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { brokenIn, unexplained } from './invariants.ts';
import { operations, type Pair, pairsOf } from './operations.ts';
import { type Course, isUnanswered, openCourse } from './race.ts';
import { seeded } from './random.ts';
import { withoutLock } from './without-lock.fixture.ts';

const pairNamed = (one: string, other: string): Pair => {
  const pair = pairsOf(operations).find((both) => both.every(({ title }) => title === one || title === other));
  if (!pair) throw new Error(`there is no pair of ${one} and ${other}`);
  return pair;
};

/**
 * Each run races a different part of the pairs; the command races all of them. SQLite serializes writes, so fewer pairs suffice there to
 * show that nothing is blocked.
 */
const everyPair = testEnvironment.way === 'distributed' ? 8 : 24;

describe('concurrent operations on different nouns', () => {
  const { seed } = testEnvironment;
  let course: Course;
  before(async () => {
    course = await openCourse(toggles, seeded(seed));
  });
  after(() => course.close());

  const chosen = pairsOf(operations).filter((_, index) => index % everyPair === seed % everyPair);
  for (const [noun, pairs] of Map.groupBy(chosen, ([{ noun }]) => noun)) {
    it(`preserve the invariants with one operation on ${noun} (seed ${seed})`, async () => {
      deepEqual(await course.raceAll(pairs), []);
    });
  }

  const closest: readonly (readonly [string, string])[] = [
    ['clone environment', 'create feature in shop'],
    ['clone environment', 'add strategy'],
    ['delete environment', 'remove environment from shop'],
    ['add environment to shop', 'move feature'],
    ['delete project', 'create feature in depot'],
    ['delete project', 'create segment'],
    ['archive feature', 'add dependency'],
    ['import features', 'move feature'],
  ];
  for (const [one, other] of closest) {
    it(`have the result of a serial order: ${one}, ${other}`, async () => {
      const { problems } = await course.race(pairNamed(one, other), 3);
      deepEqual(problems, []);
    });
  }
});

/** SQLite serializes writes, with or without locks. */
const describeWithServers = testEnvironment.way === 'distributed' ? describe : () => undefined;

describeWithServers('a missing lock', () => {
  it('is detected by the update that it loses', async () => {
    const careless = withoutLock(toggles, 'Project', ({ declaration }) => declaration.path.endsWith('/environments/:environment/clone'));
    const course: Course = await openCourse(careless, seeded(1));
    const { problems } = await course.race(pairNamed('clone environment', 'create feature in shop'), 40);
    await course.close();
    ok(
      problems.some((problem) => /new has no settings in w\d+\.copy/.test(problem)),
      problems.join('\n'),
    );
  });
});

describeWithServers('a request to an unavailable database', () => {
  it('counts as unanswered', async () => {
    const app = await start([toggles]);
    await app.store('toggles').close();
    const answer = await app.as(app.users.admin).post('/api/admin/projects', { id: 'shop', name: 'Shop' });
    await app.close();
    ok(isUnanswered(answer), JSON.stringify(answer.body));
  });
});

describe('the invariants of the tables', () => {
  it('classify each column of toggles as a reference or not', () => {
    const columns = (toggles.entities ?? []).flatMap(({ meta }) =>
      Object.values(meta.properties).flatMap(({ fieldNames, name }) => (fieldNames as string[] | undefined) ?? String(name)),
    );
    deepEqual(unexplained([...new Set(columns)]), []);
  });

  it('detect each kind of violation', () => {
    const tables = new Map([
      ['project', [{ id: 'p' }, { id: 'q' }]],
      ['environment', [{ name: 'e' }]],
      ['project_environment', [{ project_id: 'p', environment: 'e', default_strategy: '{"segments":[9]}' }]],
      ['segment', [{ id: 1, project_id: 'q' }]],
      [
        'feature',
        [
          { name: 'f', project_id: 'p', archived_at: 1 },
          { name: 'g', project_id: 'p', archived_at: null },
        ],
      ],
      ['feature_environment', [{ feature_name: 'f', environment: 'e', enabled: 1, strategy_count: 0, enabled_strategy_count: 0 }]],
      ['feature_dependency', [{ child: 'g', parent: 'f' }]],
      ['feature_strategy_segment', [{ feature_name: 'f', segment_id: 1 }]],
      ['feature_tag', [{ feature_name: 'gone' }]],
    ]);
    deepEqual(brokenIn(tables), [
      'feature_tag refers in feature_name to gone, which feature does not contain',
      'g has no settings in e of p',
      'f in e is on without a strategy',
      'q uses no environment',
      'g depends on f, but one of them is archived',
      'f uses the segment 1 of q',
      'the default of p in e uses the deleted segment 9',
    ]);
  });
});
