import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, addStrategy, addTag, archive, postFeatures, features, setEnvironment } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { addSegments } from '../../feature/strategy/strategy.fixture.ts';
import { exported, exportPath } from './transfer.fixture.ts';

describe('export features', () => {
  let app: TestApp;
  let segment = 0;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
    await postFeatures(app, ['full', 'parent', 'asleep']);
    await postFeatures(app, ['sold'], 'shop');
    [segment = 0] = await addSegments(app, ['beta']);
    const editor = app.as(app.users.editor);
    await editor.post('/api/admin/context', { name: 'region', legalValues: [{ value: 'eu' }] });
    await editor.post(`${features}/full/environments/development/strategies`, {
      name: 'flexibleRollout',
      title: 'eu',
      segments: [segment],
      parameters: { rollout: '50', stickiness: 'sessionId', groupId: 'full' },
      constraints: [{ contextName: 'region', operator: 'IN', values: ['eu'] }],
    });
    await addStrategy(app, 'full', 'production', { constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] });
    const overrides = [{ contextName: 'appName', values: ['shop'] }];
    await setEnvironment(app, 'full', 'development', { enabled: true, variants: [{ name: 'v', weight: 1000, overrides }] });
    await addTag(app, 'full', 'simple', 'shared');
    await addTag(app, 'asleep', 'simple', 'shared');
    await editor.post(`${features}/full/dependencies`, { feature: 'parent' });
    await editor.post(`${features}/full/link`, { url: 'https://example.com/why', title: 'Why' });
    await archive(app, 'asleep');
  });
  after(() => app.close());

  const names = async (choice: Readonly<Record<string, unknown>>) =>
    (await exported(app, choice)).features.map(({ name }: { name: string }) => name);

  it('returns features with their settings in one environment and everything that these refer to', async () => {
    const data = await exported(app, { features: ['full'], downloadFile: true });
    const [{ id }] = data.featureStrategies;
    const [first, ...others] = data.contextFields;
    deepEqual(
      { ...data, contextFields: [first.name, ...others.map(({ name }: { name: string }) => name)] },
      {
        features: [
          {
            name: 'full',
            description: null,
            type: 'release',
            project: 'default',
            stale: false,
            impressionData: false,
            codeDefault: null,
            archived: false,
          },
        ],
        featureStrategies: [
          {
            id,
            name: 'flexibleRollout',
            title: 'eu',
            disabled: false,
            constraints: [{ contextName: 'region', operator: 'IN', values: ['eu'] }],
            parameters: { rollout: '50', stickiness: 'sessionId', groupId: 'full' },
            variants: [],
            sortOrder: 0,
            segments: [segment],
            featureName: 'full',
          },
        ],
        featureEnvironments: [
          {
            name: 'full',
            featureName: 'full',
            environment: 'development',
            enabled: true,
            variants: [{ name: 'v', weight: 1000, overrides: [{ contextName: 'appName', values: ['shop'] }] }],
          },
        ],
        featureTags: [{ featureName: 'full', tagType: 'simple', tagValue: 'shared', createdByUserId: null }],
        links: [{ feature: 'full', links: [{ url: 'https://example.com/why', title: 'Why' }] }],
        dependencies: [{ feature: 'full', dependencies: [{ feature: 'parent', enabled: true, variants: [] }] }],
        contextFields: ['appName', 'region', 'sessionId'],
        segments: [{ id: segment, name: 'beta' }],
        tagTypes: [{ name: 'simple', description: 'Labels to find features by', icon: '#' }],
        releasePlans: [],
        safeguards: [],
      },
    );
  });

  it('selects by tag, else by name, else by project, else all', async () => {
    deepEqual(await names({ tag: 'shared', features: ['parent'] }), ['asleep', 'full']);
    deepEqual(await names({ features: ['parent', 'asleep', 'nobody'], project: 'shop' }), ['asleep', 'parent']);
    deepEqual(await names({ features: [], project: 'shop' }), ['sold']);
    deepEqual(await names({ features: [] }), ['full', 'parent', 'sold']);
    deepEqual(await names({ tag: 'nobody' }), []);
  });

  it('emits the names of the exported features', async () => {
    const events = await app.eventsOf('toggles', () => exported(app, { project: 'shop' }));
    deepEqual(
      events.map(({ type, project, environment, data }) => ({ type, project, environment, data })),
      [{ type: 'features-exported', project: null, environment: null, data: { features: ['sold'] } }],
    );
  });

  it('leaves out features of projects that the caller cannot see', async () => {
    await addProject(app, 'secret');
    await postFeatures(app, ['hidden'], 'secret');
    await app.users.hide('secret');
    const outsider = app.users.someone();
    await app.users.grant(outsider, await app.users.role(), 'default');
    const { body } = await app.as(outsider).post(exportPath, { environment: 'development', features: ['hidden', 'full'] });
    deepEqual(
      body.features.map(({ name }: { name: string }) => name),
      ['full'],
    );
  });

  it('refuses an unknown environment with 404 and a body without one with 400', async () => {
    equal((await app.as(app.users.viewer).post(exportPath, { environment: 'nope' })).status, 404);
    equal((await app.as(app.users.viewer).post(exportPath, { features: [] })).status, 400);
  });
});
