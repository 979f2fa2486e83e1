import { deepEqual, equal, match } from 'node:assert/strict';
import type { Freeze } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { addProject } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

const christmas: Freeze = {
  name: 'Christmas',
  start: '2026-12-24T12:00',
  end: '2026-12-27T06:00',
  timeZone: 'Europe/Oslo',
  repeats: 'yearly',
};
const weekend: Freeze = { name: 'weekend', start: '2026-11-06T16:00', end: '2026-11-09T08:00', timeZone: 'UTC', repeats: 'weekly' };

describe('list freezes', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'frozen');
    await freeze('production', weekend, christmas);
    await freeze('development', { ...christmas, name: 'party', start: '2026-12-11T16:00', end: '2026-12-12T04:00', repeats: 'never' });
  });
  after(() => app.close());

  const freeze = async (environment: string, ...freezes: Freeze[]) =>
    equal((await app.as(app.users.admin).put(configOf(environment), { changeRequestsEnabled: true, freezes })).status, 200);
  const configOf = (environment: string) => `/api/admin/projects/frozen/environments/${environment}/change-requests/config`;
  const list = (from: string, to: string, project = 'frozen') =>
    app
      .as(app.users.viewer)
      .get(`/api/admin/projects/${project}/change-requests/config/freezes?${new URLSearchParams({ from, to }).toString()}`);
  const listed = async (from: string, to: string) => (await list(from, to)).body.freezes;

  it('returns the occurrences of all environments as instants, the earliest first', async () => {
    const production = { environment: 'production' };
    deepEqual(await listed('2026-12-10T00:00:00Z', '2026-12-25T00:00:00Z'), [
      { environment: 'development', name: 'party', start: '2026-12-11T15:00:00.000Z', end: '2026-12-12T03:00:00.000Z' },
      { ...production, name: 'weekend', start: '2026-12-11T16:00:00.000Z', end: '2026-12-14T08:00:00.000Z' },
      { ...production, name: 'weekend', start: '2026-12-18T16:00:00.000Z', end: '2026-12-21T08:00:00.000Z' },
      { ...production, name: 'Christmas', start: '2026-12-24T11:00:00.000Z', end: '2026-12-27T05:00:00.000Z' },
    ]);
  });

  it('includes a freeze that has begun before the range, and excludes one that ends with its start', async () => {
    const names = async (from: string, to: string) => (await listed(from, to)).map(({ name }: { name: string }) => name);
    deepEqual(await names('2029-12-26T12:00:00Z', '2029-12-26T12:00:00Z'), ['Christmas']);
    deepEqual(await names('2026-12-14T08:00:00Z', '2026-12-18T15:59:59Z'), []);
  });

  it('returns nothing before the first occurrence', async () => {
    deepEqual(await listed('2025-12-01T00:00:00Z', '2025-12-31T00:00:00Z'), []);
  });

  it('refuses a range that is reversed, too long or not a range', async () => {
    const refused = async (from: string, to: string) => {
      const { status, body } = await list(from, to);
      equal(status, 400);
      return JSON.stringify(body);
    };
    match(await refused('2026-12-02T00:00:00Z', '2026-12-01T00:00:00Z'), /to must not be before from/);
    match(await refused('2026-01-01T00:00:00Z', '2026-12-01T00:00:00Z'), /to must be at most 100 days after from/);
    match(await refused('tomorrow', '2026-12-01T00:00:00Z'), /from/);
  });

  it('returns 404 for an unknown project', async () => {
    equal((await list('2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z', 'nowhere')).status, 404);
  });
});
