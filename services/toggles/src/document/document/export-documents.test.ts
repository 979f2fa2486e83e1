import { deepEqual, equal, match } from 'node:assert/strict';
import { validator } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { Type } from 'typebox';
import { addProject, archive, features, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { type Document, documentsSchema } from './document.schema.ts';

const path = (project: string) => `/api/admin/projects/${project}/documents`;

describe('export of documents', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    const admin = app.as(app.users.admin);
    await addProject(app, 'shop');
    await admin.post('/api/admin/tag-types', { name: 'team', description: 'Owner' });
    await admin.post('/api/admin/context', { name: 'plan', legalValues: [{ value: 'pro' }] });
    await admin.post('/api/admin/context', { name: 'region' });
    await admin.post('/api/admin/context', { name: 'unused' });
    await admin.post('/api/admin/strategies', { name: 'custom', parameters: [{ name: 'p', type: 'string' }] });
    const constraints = [{ contextName: 'region', operator: 'IN', values: ['eu'] }];
    const { body: eu } = await admin.post('/api/admin/segments', { name: 'eu', constraints });
    await admin.post('/api/admin/segments', { name: 'own', project: 'default', description: 'Ours', constraints: [] });
    await admin.post('/api/admin/segments', { name: 'foreign', project: 'shop', constraints: [] });
    await admin.post('/api/admin/segments', { name: 'unused', constraints: [] });
    await postFeatures(app, ['asleep', 'parent']);
    await postFeatures(app, ['sold'], 'shop');
    await archive(app, 'asleep');
    await admin.post(features, { name: 'full', type: 'experiment', description: 'One page', codeDefault: { a: 1 } });
    await admin.post('/api/admin/features/full/tags', { type: 'team', value: 'core' });
    await admin.post(`${features}/full/link`, { url: 'https://example.com/why' });
    await admin.post(`${features}/full/dependencies`, { feature: 'parent', enabled: false });
    const production = `${features}/full/environments/production`;
    await admin.post(`${production}/strategies`, {
      name: 'flexibleRollout',
      key: 'eu',
      parameters: { rollout: '50', stickiness: 'userId', groupId: 'full' },
      segments: [eu.id],
      constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'], inverted: true }],
    });
    await admin.post(`${production}/strategies`, { name: 'custom', title: 'Second', disabled: true });
    await admin.post(`${production}/on`);
    await admin.put(`${production}/variants`, [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'sessionId' }]);
  });
  after(() => app.close());

  const read = async (query = '', project = 'default') => (await app.as(app.users.viewer).get(`${path(project)}${query}`)).body;
  const named = (documents: readonly Document[]) => documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`);

  it('returns features and segments of the project, and the global objects that they use', async () => {
    const { revision, documents } = await read();
    equal(revision > 0, true);
    deepEqual(named(documents), [
      'TagType team',
      'ContextField plan',
      'ContextField region',
      'ContextField sessionId',
      'ContextField userId',
      'StrategyDefinition custom',
      'Segment eu',
      'Segment own',
      'Project default',
      'Feature full',
      'Feature parent',
    ]);
  });

  it('returns only the named features of the project with everything that they use', async () => {
    deepEqual(named((await read('?feature=parent')).documents), ['Feature parent']);
    deepEqual(named((await read('?feature=full&feature=sold&feature=asleep&feature=unknown')).documents), [
      'TagType team',
      'ContextField plan',
      'ContextField region',
      'ContextField sessionId',
      'ContextField userId',
      'StrategyDefinition custom',
      'Segment eu',
      'Feature full',
    ]);
  });

  it('describes a feature without ids and defaults', async () => {
    const { documents } = await read();
    deepEqual(
      documents.find(({ metadata }: Document) => metadata.name === 'full'),
      {
        apiVersion: 'signalbox.dev/v1',
        kind: 'Feature',
        metadata: { name: 'full', project: 'default' },
        spec: {
          type: 'experiment',
          description: 'One page',
          codeDefault: { a: 1 },
          tags: [{ type: 'team', value: 'core' }],
          links: [{ url: 'https://example.com/why' }],
          parents: [{ feature: 'parent', enabled: false }],
          environments: {
            development: {},
            production: {
              enabled: true,
              strategies: [
                {
                  key: 'eu',
                  name: 'flexibleRollout',
                  parameters: { groupId: 'full', rollout: '50', stickiness: 'userId' },
                  segments: ['eu'],
                  constraints: [{ contextName: 'plan', operator: 'IN', inverted: true, values: ['pro'] }],
                },
                { name: 'custom', title: 'Second', disabled: true },
              ],
              variants: [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'sessionId' }],
            },
          },
        },
      },
    );
  });

  it('names the project of a segment that has one', async () => {
    const { documents } = await read();
    const segments = documents.filter(({ kind }: Document) => kind === 'Segment');
    deepEqual(
      segments.map(({ metadata, spec }: Document) => [metadata, spec]),
      [
        [{ name: 'eu' }, { constraints: [{ contextName: 'region', operator: 'IN', values: ['eu'] }] }],
        [{ name: 'own', project: 'default' }, { description: 'Ours' }],
      ],
    );
  });

  it('contains only the requested environments, and what they use', async () => {
    const { documents } = await read('?environment=development');
    deepEqual(named(documents), ['TagType team', 'Segment own', 'Project default', 'Feature full', 'Feature parent']);
    deepEqual(documents[3].spec.environments, { development: {} });
  });

  it('satisfies the published schema, which refuses other kinds', async () => {
    const isDocument = validator(Type.Unsafe(documentsSchema));
    const { documents } = await read();
    for (const document of documents as Document[]) deepEqual(isDocument.problemsOf(document), []);
    equal(isDocument({ ...documents[0], kind: 'Other' }), false);
  });

  it('refuses an environment that the project does not have, and an unknown project', async () => {
    const { status, body } = await app.as(app.users.viewer).get(`${path('default')}?environment=moon`);
    deepEqual([status, body.name], [400, 'BadDataError']);
    match(body.message, /environment must be an environment of project default; got moon/);
    equal((await app.as(app.users.admin).get(path('nowhere'))).status, 404);
  });

  it('refuses an anonymous caller with 401', async () => {
    equal((await app.as(null).get(path('default'))).status, 401);
  });
});
