import { deepEqual, equal } from 'node:assert/strict';
import { newWorkspace, removeWorkspace } from '@signalbox/testing';
import { describeDatabases, migrateThrough, migrateUntil } from './killed-migration.fixture.ts';

/** How many of the points a run is killed at: all of them with `npm run test:migrations`. */
const kills = process.env['MIGRATION_KILLS'] === 'all' ? Infinity : 6;

/** The last of each of so many parts of about the same size. */
const spread = <T>(all: readonly T[], parts: number): T[] =>
  all.filter((_, index) => Math.floor(((index + 1) * parts) / all.length) > Math.floor((index * parts) / all.length));

const undisturbed = await newWorkspace();
const points = await migrateThrough(undisturbed);

describe('a migration that is killed', function () {
  this.timeout(60_000);
  const killed = newWorkspace();
  after(async () => {
    await removeWorkspace(undisturbed);
    await removeWorkspace(await killed);
  });

  for (const point of spread(points, Math.min(kills, points.length))) {
    it(`at ${point} comes so far again`, async () => {
      equal(await migrateUntil(await killed, point), true);
    });
  }

  it('runs to the end, and leaves what an undisturbed run leaves', async () => {
    equal(await migrateUntil(await killed, 'the end'), false);
    deepEqual(await describeDatabases(await killed), await describeDatabases(undisturbed));
  });
});
