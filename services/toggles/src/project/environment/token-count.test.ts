import { deepEqual } from 'node:assert/strict';
import { apiTokenCreated, apiTokenDeleted, apiTokenUpdated } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { publishFromIdentity } from '../../publish-from-identity.fixture.ts';
import { toggles } from '../../service.ts';

const issued = { tokenName: 't', type: 'client', expiresAt: null, createdAt: '2026-03-01T08:30:00.123Z' };
const token = (environment: string, ...projects: string[]) => ({ ...issued, environment, projects });

describe('numbers of API tokens', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  type Listed = { name: string; apiTokenCount: number; projectApiTokenCount: number };
  async function counts(): Promise<Record<string, [number, number]>> {
    const viewer = app.as(app.users.viewer);
    const all = (await viewer.get('/api/admin/environments')).body.environments as Listed[];
    const own = (await viewer.get('/api/admin/environments/project/default')).body.environments as Listed[];
    const ofProject = new Map(own.map(({ name, projectApiTokenCount }) => [name, projectApiTokenCount]));
    return Object.fromEntries(all.map(({ name, apiTokenCount }) => [name, [apiTokenCount, ofProject.get(name) ?? -1]]));
  }
  const expectCounts = (development: [number, number], production: [number, number]) =>
    eventually(async () => deepEqual(await counts(), { default: [0, 0], development, production }));

  it('are counted by environment and by project, from the events of identity', async () => {
    await publishFromIdentity(app, apiTokenCreated, { data: token('development', 'default', 'other') });
    await publishFromIdentity(app, apiTokenCreated, { data: token('development', '*') });
    await publishFromIdentity(app, apiTokenCreated, { data: token('production', 'other') });
    await expectCounts([2, 2], [1, 0]);
    await publishFromIdentity(app, apiTokenUpdated, {
      preData: token('development', 'default', 'other'),
      data: token('development', 'other'),
    });
    await expectCounts([2, 1], [1, 0]);
    await publishFromIdentity(app, apiTokenDeleted, { preData: token('development', '*') });
    await expectCounts([1, 0], [1, 0]);
  });
});
