import { deepEqual } from 'node:assert/strict';
import { testEnvironment } from '@signalbox/testing';
import { seeded } from '../../races/random.ts';
import { follows, isHalf, killDuring, kills } from './kill-rounds.ts';
import { type KillableServices, openKillableServices } from './killable.fixture.ts';

// Requires several processes: one must survive the other.
if (testEnvironment.way === 'distributed')
  describe('a process that is killed while it applies a change request', () => {
    let at: KillableServices;
    before(async () => {
      at = await openKillableServices();
    });
    after(() => at.close());

    it('leaves no partial change, and the state of the request matches', async () => {
      const titles = ['executed, outcome not committed', 'committed, response not sent'];
      const byUser = kills.filter(({ by, title }) => by === 'user' && titles.includes(title));
      const outcomes = await killDuring(at, byUser, seeded(1));
      deepEqual(
        outcomes.filter((outcome) => isHalf(outcome) || !follows(outcome)),
        [],
      );
      const applied = outcomes.filter(({ state }) => state === 'Applied').map(({ kill }) => kill.title);
      deepEqual(applied, titles);
    });
  });
