import { deepEqual, equal } from 'node:assert/strict';
import { newWorkspace, removeWorkspace } from '@signalbox/testing';
import { describeDatabases, migrateThrough, migrateUntil } from './killed-migration.fixture.ts';

/** The last element of each of several parts of about equal size. */
const spread = <T>(all: readonly T[], parts: number): T[] =>
  all.filter((_, index) => Math.floor(((index + 1) * parts) / all.length) > Math.floor((index * parts) / all.length));

/** Kills a migration at several of the possible points, one after the other. */
export async function describeKilledMigrations(kills: number): Promise<void> {
  const undisturbed = await newWorkspace();
  const points = await migrateThrough(undisturbed);

  describe('migrations that are killed', () => {
    const killed = newWorkspace();
    after(async () => {
      await removeWorkspace(undisturbed);
      await removeWorkspace(await killed);
    });

    for (const point of spread(points, Math.min(kills, points.length))) {
      it(`have progressed to ${point} again when they are killed there`, async () => {
        equal(await migrateUntil(await killed, point), true);
      });
    }

    it('complete afterwards, with the same result as an undisturbed run', async () => {
      equal(await migrateUntil(await killed, 'the end'), false);
      deepEqual(await describeDatabases(await killed), await describeDatabases(undisturbed));
    });
  });
}
