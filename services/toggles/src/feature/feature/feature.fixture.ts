import type { EntityManager } from '@signalbox/kit';
import type { TestApp } from '@signalbox/testing';
import type { Envelope } from '@signalbox/contracts';
import { Project, ProjectEnvironment } from '../../project/project/project.ts';
import { plainPolicy, ProtectedEnvironment } from '../../project/protection/protected-environment.ts';
import { countStrategies } from '../strategy/count-strategies.ts';
import { Strategy } from '../strategy/strategy.ts';
import { FeatureTag } from '../tag/feature-tag.ts';
import { FeatureEnvironment } from './feature-environment.ts';

export const features = '/api/admin/projects/default/features';

/** The events without values that differ between runs. */
export const emitted = (events: readonly Envelope['data'][]) =>
  events.map(({ type, project, environment, featureName, data, preData, tags }) => ({
    type,
    project,
    environment,
    featureName,
    data,
    preData,
    tags,
  }));

/** An event of a feature without content. */
export const bare = (type: string, featureName: string, project = 'default') => ({
  type,
  project,
  environment: null,
  featureName,
  data: null,
  preData: null,
  tags: [],
});

export async function postFeatures(app: TestApp, names: readonly string[], project = 'default'): Promise<void> {
  for (const name of names) {
    const { status } = await app.as(app.users.admin).post(`/api/admin/projects/${project}/features`, { name });
    if (status !== 201) throw new Error(`${name}: status ${status}`);
  }
}

export async function archive(app: TestApp, ...names: readonly string[]): Promise<void> {
  const { status } = await app.as(app.users.admin).post('/api/admin/projects/default/archive', { features: names });
  if (status !== 202) throw new Error(`archiving returned ${status}`);
}

const write = (app: TestApp, work: (em: EntityManager) => unknown) => app.store('toggles').transaction(async (em) => void (await work(em)));

/** Creates another project with the two default environments. */
export const addProject = (
  app: TestApp,
  id: string,
  more: { featureLimit?: number; namingPattern?: string; defaultStickiness?: string } = {},
) =>
  write(app, async (em) => {
    await app.users.know(id);
    em.create(Project, {
      id,
      name: id,
      description: null,
      mode: 'open',
      defaultStickiness: 'default',
      featureLimit: null,
      namingPattern: null,
      namingExample: null,
      namingDescription: null,
      createdAt: new Date(),
      updatedAt: null,
      ...more,
    });
    await em.flush();
    for (const environment of ['development', 'production']) {
      em.create(ProjectEnvironment, { project: id, environment, defaultStrategy: null });
    }
  });

export const addStrategy = (app: TestApp, featureName: string, environment: string, more: Partial<Strategy> = {}) =>
  write(app, async (em) => {
    em.create(Strategy, {
      id: crypto.randomUUID(),
      featureName,
      environment,
      name: 'flexibleRollout',
      title: null,
      disabled: false,
      sortOrder: 0,
      parameters: { rollout: '70', stickiness: 'default', groupId: featureName },
      constraints: [],
      variants: [],
      createdAt: new Date(),
      ...more,
    });
    await countStrategies(em, [featureName], [environment]);
  });

export const addTag = (app: TestApp, featureName: string, type: string, value: string) =>
  write(app, (em) => em.create(FeatureTag, { featureName, type, value, createdAt: new Date() }));

/** Requires change requests in one environment of a project. */
export const protect = (app: TestApp, project: string, environment: string) =>
  write(app, (em) => em.create(ProtectedEnvironment, { project, environment, requiredApprovals: 1, policy: plainPolicy }));

/** Writes the settings of a feature in one environment. */
export const setEnvironment = (app: TestApp, featureName: string, environment: string, settings: Partial<FeatureEnvironment>) =>
  write(app, (em) => em.nativeUpdate(FeatureEnvironment, { featureName, environment }, settings));

export async function environmentsOn(app: TestApp, featureName: string): Promise<string[]> {
  const found = await app.store('toggles').reader().find(FeatureEnvironment, { featureName, enabled: true });
  return found.map(({ environment }) => environment);
}

/** The metadata of a feature in events and lists: the response to an update without its deprecated fields. */
export async function metadataOf(app: TestApp, featureName: string) {
  const { body } = await app.as(app.users.editor).put(`${features}/${featureName}`, {});
  const { variants: _, strategies: __, ...metadata } = body;
  return metadata;
}
