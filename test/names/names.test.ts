import { deepEqual, ok } from 'node:assert/strict';
import { seeded } from '../races/random.ts';
import { searchForNames } from './search-for-names.ts';
import { openWorld, type World } from './world.ts';

/** Some of the questions; the command asks all of them, in as many worlds as one likes. */
const share = 0.3;

describe('names of hidden projects', function () {
  this.timeout(180_000);
  const seed = 1;
  const random = seeded(seed);
  let world: World;
  before(async () => {
    world = await openWorld(random);
  });
  after(() => world?.close());

  it('are found where somebody is taken for one who must not see what he sees', async () => {
    const callers = world.callers.slice(0, 1).map((caller) => ({ ...caller, sees: () => false, mayWrite: false }));
    const { problems } = await searchForNames({ ...world, callers }, random, share);
    ok(problems.some((problem) => problem.includes('GET /api/admin/projects') && problem.includes(' shows ')));
    ok(problems.some((problem) => problem.includes('tells what is hidden')));
  });

  it(`are in no answer to those who do not see them, and nothing tells them from names of nothing (seed ${seed})`, async () => {
    const { problems, requests, answered } = await searchForNames(world, random, share);
    deepEqual(problems, []);
    ok(answered > requests / 10, `${answered} of ${requests} requests were answered`);
  });
});
