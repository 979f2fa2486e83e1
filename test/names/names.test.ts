import { deepEqual, ok } from 'node:assert/strict';
import { seeded } from '../races/random.ts';
import { searchForNames } from './search-for-names.ts';
import { openWorld, type World } from './world.ts';

/** Share of the requests to send. The command sends all of them, in any number of worlds. */
const share = 0.1;

describe('names of hidden projects', () => {
  const seed = 1;
  const random = seeded(seed);
  let world: World;
  before(async () => {
    world = await openWorld(random);
  });
  after(() => world?.close());

  it('are found if a caller is treated as having no access', async () => {
    const callers = world.callers.slice(0, 1).map((caller) => ({ ...caller, sees: () => false, mayWrite: false }));
    const { problems } = await searchForNames({ ...world, callers }, random);
    ok(problems.some((problem) => problem.includes('GET /api/admin/projects') && problem.includes(' shows ')));
    ok(problems.some((problem) => problem.includes('differs between a hidden and a missing project')));
  });

  it(`are in no response to callers without access, whose responses do not differ from those about unknown names (seed ${seed})`, async () => {
    const { problems, requests, answered } = await searchForNames(world, random, share);
    deepEqual(problems, []);
    ok(answered > requests / 10, `${answered} of ${requests} requests were answered`);
  });
});
