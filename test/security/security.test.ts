import { deepEqual } from 'node:assert/strict';
import { sendLarge } from './large-bodies.ts';
import { reachInside } from './outbound.ts';
import { tryPatterns } from './patterns.ts';
import { plantFields, pollute, writes } from './planted-fields.ts';
import { countBits, endSessions, forge, look, lookAtCookies, lookForSecrets } from './sessions.ts';
import { openWorld, type Row, type World } from './world.ts';

// The short form of `npm run suite -- security`.

const few = writes.filter((_, index) => index % 20 === 0);
const holds = async (attack: Promise<Row>) => deepEqual((await attack).findings, []);

describe('the product under attack', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.app.close());

  it('gives cookies that nobody else can read, plant or guess', async () => {
    await holds(lookAtCookies(world));
    await holds(countBits(world, 3));
  });

  it('ends sessions within a second', () => holds(endSessions(world)));

  it('refuses what a page of another origin makes a browser send', () => holds(forge(world, 1)));

  it('has GET requests without an effect', () => holds(look(world)));

  it('connects to no address inside', () => holds(reachInside(world)));

  it('stores no field that the server owns', async () => {
    await holds(plantFields(world, ['createdBy', 'createdByUserId']));
    await holds(pollute(world, few));
  });

  it('refuses bodies of ten megabytes', () => holds(sendLarge(world, few)));

  it('keeps no usable secret in any database', () => holds(lookForSecrets(world)));

  it('tries evil patterns on 100 kB at once', () => deepEqual(tryPatterns().findings, []));
});
