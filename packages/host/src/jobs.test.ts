import { equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type Box, eventually, start } from '@signalbox/testing';
import { items, shelf } from './shelf.fixture.ts';

describe('jobs', () => {
  let box: Box;
  let runs = 0;
  before(async () => {
    const count = async () => {
      runs += 1;
      if (runs === 1) throw new Error('for tests');
    };
    box = await start([shelf({ jobs: [{ name: 'count', everyMs: 1, oneAtATime: false, run: count }] })]);
  });
  after(() => box.close());

  /** A grant is what makes the replica of the box fetch what it holds before it answers. */
  async function maintain(isOn: boolean): Promise<void> {
    box.people.maintenance = isOn;
    const fresh = box.people.someone();
    box.people.grant(fresh, roleIds.member, 'default');
    equal((await box.as(fresh).get(items)).status, 200);
  }

  it('run again and again, also after a failure', () => eventually(() => ok(runs > 2)));

  it('rest in maintenance, and go on after it', async () => {
    await maintain(true);
    const before = runs;
    for (let request = 0; request < 20; request += 1) equal((await box.as(box.people.viewer).get(items)).status, 200);
    equal(runs, before);
    await maintain(false);
    await eventually(() => ok(runs > before));
  });
});
