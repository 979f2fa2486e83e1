import { deepEqual } from 'node:assert/strict';
import { sendLarge } from './large-bodies.ts';
import { reachInside } from './outbound.ts';
import { tryPatterns } from './patterns.ts';
import { plantFields, pollute, writes } from './planted-fields.ts';
import { countBits, endSessions, forge, look, lookAtCookies, lookForSecrets } from './sessions.ts';
import { openWorld, type Row, type World } from './world.ts';

// The short version of `npm run suite -- security`.

const few = writes.filter((_, index) => index % 20 === 0);
const holds = async (attack: Promise<Row>) => deepEqual((await attack).findings, []);

describe('the product under attack', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.app.close());

  it('uses cookies that others cannot read, plant or guess', async () => {
    await holds(lookAtCookies(world));
    await holds(countBits(world, 3));
  });

  it('ends sessions with log-out, deletion and a new password', () => holds(endSessions(world, 60_000)));

  it('rejects cross-origin requests of a browser', () => holds(forge(world, 1)));

  it('has GET requests without effects', () => holds(look(world)));

  it('connects to no internal address', () => holds(reachInside(world)));

  it('hands no property to a handler that its route does not declare, at any depth', () => holds(plantFields(world)));

  it('takes no effect from bodies that name prototypes', () => holds(pollute(world, few)));

  it('rejects bodies above all limits', () => holds(sendLarge(world, few)));

  it('stores no usable secret in any database', () => holds(lookForSecrets(world)));

  it('matches evil patterns against 100 kB quickly', () => deepEqual(tryPatterns().findings, []));
});
