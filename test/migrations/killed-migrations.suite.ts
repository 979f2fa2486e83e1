import { deepEqual, equal } from 'node:assert/strict';
import { newWorkspace, removeWorkspace } from '@signalbox/testing';
import { describeDatabases, migrateThrough, migrateUntil } from './killed-migration.fixture.ts';

/** The last of each of so many parts of about the same size. */
const spread = <T>(all: readonly T[], parts: number): T[] =>
  all.filter((_, index) => Math.floor(((index + 1) * parts) / all.length) > Math.floor((index * parts) / all.length));

/** Kills a migration at so many of the points where that is possible, one after the other. */
export async function describeKilledMigrations(kills: number): Promise<void> {
  const undisturbed = await newWorkspace();
  const points = await migrateThrough(undisturbed);

  describe('migrations that are killed', function () {
    this.timeout(60_000);
    const killed = newWorkspace();
    after(async () => {
      await removeWorkspace(undisturbed);
      await removeWorkspace(await killed);
    });

    for (const point of spread(points, Math.min(kills, points.length))) {
      it(`a migration that is killed at ${point} had come so far again`, async () => {
        equal(await migrateUntil(await killed, point), true);
      });
    }

    it('a migration that was killed runs to the end, and leaves what an undisturbed run leaves', async () => {
      equal(await migrateUntil(await killed, 'the end'), false);
      deepEqual(await describeDatabases(await killed), await describeDatabases(undisturbed));
    });
  });
}
