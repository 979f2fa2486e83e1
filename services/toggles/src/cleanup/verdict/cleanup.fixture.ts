import { equal } from 'node:assert/strict';
import type { TestApp } from '@signalbox/testing';
import { setEnvironment } from '../../feature/feature/feature.fixture.ts';
import { Feature } from '../../feature/feature/feature.ts';

let count = 0;

/** Creates a feature that production has used until now. */
export async function liveFeature(
  app: TestApp,
  { type = 'release', project = 'default', rollout = '100' }: { type?: string; project?: string; rollout?: string } = {},
  now: number,
): Promise<string> {
  const name = `flag-${++count}`;
  const admin = app.as(app.users.admin);
  const root = `/api/admin/projects/${project}/features`;
  equal((await admin.post(root, { name, type })).status, 201);
  const strategy = { name: 'flexibleRollout', parameters: { rollout, stickiness: 'default', groupId: name } };
  equal((await admin.post(`${root}/${name}/environments/production/strategies`, strategy)).status, 200);
  equal((await admin.post(`${root}/${name}/environments/production/on`)).status, 200);
  await app.store('toggles').transaction((em) => em.nativeUpdate(Feature, { name }, { liveAt: new Date(now) }));
  await requestedAt(app, name, 'production', now);
  return name;
}

/** The last time at which an application requested for the feature. */
export const requestedAt = (app: TestApp, name: string, environment: string, at: number) =>
  setEnvironment(app, name, environment, { lastSeenAt: new Date(at) });
