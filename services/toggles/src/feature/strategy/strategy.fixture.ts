import type { TestApp } from '@signalbox/testing';
import { Segment } from '../segment/segment.ts';
import type { SerializedStrategy } from './strategy.ts';

/** The path of a feature's environment. */
export const featureEnvironmentPath = (featureName: string, environment = 'development', project = 'default') =>
  `/api/admin/projects/${project}/features/${featureName}/environments/${environment}`;

/** The scope of events of a feature in one environment. */
export const environmentKeys = (featureName: string, environment = 'development') => ({
  project: 'default',
  environment,
  featureName,
  tags: [],
});

/** Adds strategies over HTTP, one after the other. */
export async function postStrategies(app: TestApp, environmentPath: string, ...inputs: readonly object[]): Promise<SerializedStrategy[]> {
  const added: SerializedStrategy[] = [];
  for (const input of inputs) {
    const { status, body } = await app.as(app.users.admin).post(`${environmentPath}/strategies`, { name: 'default', ...input });
    if (status !== 200) throw new Error(`adding a strategy returned ${status} ${JSON.stringify(body)}`);
    added.push(body as SerializedStrategy);
  }
  return added;
}

/** Creates segments, global or of one project. */
export async function addSegments(app: TestApp, names: readonly string[], project: string | null = null): Promise<number[]> {
  return app.store('toggles').transaction(async (em) => {
    const segments = names.map((name) =>
      em.create(Segment, { name, description: null, project, constraints: [], createdBy: null, createdAt: new Date() }),
    );
    await em.flush();
    return segments.map(({ id }) => id);
  });
}

export async function isOn(app: TestApp, environmentPath: string): Promise<boolean> {
  const { body } = await app.as(app.users.viewer).get(environmentPath);
  return body.enabled as boolean;
}
