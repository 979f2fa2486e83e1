import { deepEqual, equal } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { type ChangesApp, openChangesApp, proposals, rollOut, switchOn } from './changes-app.fixture.ts';
import { raceRound } from './race.ts';

const rounds = 6;

describe('concurrent users of one change request', () => {
  let at: ChangesApp;
  let users: [Principal, Principal];
  before(async () => {
    at = await openChangesApp();
    users = [await at.reviewer(), await at.reviewer()];
  });
  after(() => at.close());

  it('never reach a state that the table forbids, and never apply it without its approvals', async () => {
    for (let round = 0; round < rounds; round++) await raceRound(at, users, round);
  });

  it('approve and apply it as in sequence if two approvals are required', async () => {
    await at.protect({ requiredApprovals: 2 });
    for (let round = rounds; round < 2 * rounds; round++) await raceRound(at, users, round);
    await at.protect({ requiredApprovals: 1 });
  });

  it('create one draft when an author proposes several changes concurrently', async () => {
    await at.createFeatures('raced');
    const author = at.app.users.someone();
    const proposed = [switchOn('raced'), ...['1', '2', '3', '4', '5'].map((rollout) => rollOut('raced', rollout))];
    const answers = await Promise.all(proposed.map((change) => at.app.as(author).post(proposals(), change)));
    deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const ids = new Set(answers.map(({ body }) => body.id));
    equal(ids.size, 1);
    const { features } = await at.get([...ids][0], author);
    equal(features[0].changes.length, proposed.length);
  });
});
