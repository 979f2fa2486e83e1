import { deepEqual, match } from 'node:assert/strict';
import { newWorkspace, removeWorkspace, settingsOf } from '@signalbox/testing';
import { planMigrations, runMigrations } from './migrations.ts';

describe('the migration command', () => {
  it('plans for each service that has data, runs that once, and has nothing to do then', async () => {
    const workspace = await newWorkspace();
    const settings = settingsOf(workspace);
    try {
      const plan = await planMigrations(settings);
      deepEqual(
        plan.map((line) => line.split(':')[0]),
        ['identity', 'toggles', 'audit'],
      );
      for (const line of plan) match(line, /^\w+: to run 0000-/);
      deepEqual(await planMigrations(settings), plan);
      deepEqual(
        await runMigrations(settings),
        plan.map((line) => line.replace('to run', 'ran')),
      );
      const done = ['identity: nothing to run', 'toggles: nothing to run', 'audit: nothing to run'];
      deepEqual(await planMigrations(settings), done);
      deepEqual(await runMigrations(settings), done);
    } finally {
      await removeWorkspace(workspace);
    }
  });
});
