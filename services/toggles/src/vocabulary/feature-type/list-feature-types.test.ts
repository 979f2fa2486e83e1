import { deepEqual, equal } from 'node:assert/strict';
import { type Box, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';

describe('list feature types', () => {
  let box: Box;
  before(async () => {
    box = await start([toggles]);
  });
  after(() => box.close());

  it('answers version 1 and each type with its lifetime in days, null for ever', async () => {
    const { status, body } = await box.as(box.people.viewer).get('/api/admin/feature-types');
    equal(status, 200);
    equal(body.version, 1);
    deepEqual(
      body.types.map(({ id, lifetimeDays }: { id: string; lifetimeDays: number | null }) => [id, lifetimeDays]),
      [
        ['experiment', 40],
        ['kill-switch', null],
        ['operational', 7],
        ['permission', null],
        ['release', 40],
      ],
    );
    deepEqual(Object.keys(body.types[0]), ['id', 'name', 'description', 'lifetimeDays']);
  });

  it('refuses nobody with 401', async () => {
    equal((await box.as(null).get('/api/admin/feature-types')).status, 401);
  });
});
