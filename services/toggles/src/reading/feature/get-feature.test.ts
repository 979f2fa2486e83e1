import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, addStrategy, addTag, archive, postFeatures, features, setEnvironment } from '../../feature/feature/feature.fixture.ts';

describe('get feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const read = (name: string, query = '') => app.as(app.users.viewer).get(`${features}/${name}${query}`);
  const variant = { name: 'blue', weight: 1000, weightType: 'variable' as const, stickiness: 'default' };

  it('returns the metadata and every environment in order, with deprecated fields', async () => {
    const { body: metadata } = await app.as(app.users.editor).post(features, { name: 'plain', description: 'just one' });
    const { status, body } = await read('plain');
    equal(status, 200);
    const environment = (name: string, sortOrder: number) => ({
      name,
      featureName: 'plain',
      environment: name,
      type: name,
      enabled: false,
      sortOrder,
      variantCount: 0,
      strategies: [],
      lastSeenAt: null,
      hasStrategies: false,
      hasEnabledStrategies: false,
      yes: 0,
      no: 0,
    });
    deepEqual(body, {
      ...metadata,
      owner: null,
      createdBy: { id: app.users.editor.id, name: app.users.editor.name },
      collaborators: { users: [{ id: app.users.editor.id, name: app.users.editor.name }] },
      lifecycle: { stage: 'initial', enteredStageAt: metadata.createdAt },
      links: [],
      enabled: false,
      favorite: false,
      environments: [environment('development', 2), environment('production', 3)],
      variants: [],
      strategies: [],
      tags: [],
      children: [],
      dependencies: [],
    });
  });

  it('returns text as it was sent, even if it has a meaning in SQL or JSON', async () => {
    const text = '"quoted" \'once\' \\back\\ {"a":[1]} null \u0001\t\r\n 🚂 𝒳 e\u0301 \u2028 </script> %s ? $1';
    await app.as(app.users.editor).post(features, { name: 'odd', description: text });
    const parameters = { rollout: '50', stickiness: 'default', groupId: text };
    const strategies = `${features}/odd/environments/development/strategies`;
    equal((await app.as(app.users.editor).post(strategies, { name: 'flexibleRollout', title: text.slice(0, 60), parameters })).status, 200);
    const link = { url: 'https://example.com/?q="a"&b=\\', title: text.slice(0, 60) };
    equal((await app.as(app.users.editor).post(`${features}/odd/link`, link)).status, 204);
    const { body } = await read('odd');
    const [strategy] = body.environments[0].strategies;
    deepEqual(
      [body.description, strategy.title, strategy.parameters, body.links[0].url, body.links[0].title],
      [text, text.slice(0, 60), parameters, link.url, link.title],
    );
  });

  it('names the users who changed the feature, the latest first, without tokens', async () => {
    await postFeatures(app, ['common']);
    await app.as(app.users.editor).put(`${features}/common`, { description: 'one' });
    await app.as(app.users.adminToken).put(`${features}/common`, { description: 'two' });
    await app.as(app.users.viewer).post(`${features}/common/favorites`);
    const { admin, editor } = app.users;
    const users = async () => (await read('common')).body.collaborators.users.map(({ id }: { id: number }) => id);
    deepEqual(await users(), [editor.id, admin.id]);
    await app.as(admin).post('/api/admin/features/common/tags', { type: 'simple', value: 'mobile' });
    deepEqual(await users(), [admin.id, editor.id]);
    await archive(app, 'common');
    equal((await app.as(admin).delete('/api/admin/archive/common')).status, 200);
    await app.as(editor).post(features, { name: 'common' });
    deepEqual(await users(), [editor.id]);
  });

  it('returns strategies in their order, tags, and the newest last-seen time of all environments', async () => {
    await postFeatures(app, ['rich']);
    const seen = [new Date('2024-01-01T00:00:00.000Z'), new Date('2024-01-02T00:00:00.000Z')] as const;
    await setEnvironment(app, 'rich', 'development', { lastSeenAt: seen[1] });
    await setEnvironment(app, 'rich', 'production', { lastSeenAt: seen[0], enabled: true });
    await addStrategy(app, 'rich', 'production', { sortOrder: 2, title: 'second', disabled: true });
    await addStrategy(app, 'rich', 'production', { sortOrder: 1, title: 'first' });
    await addTag(app, 'rich', 'simple', 'mobile');
    const { body } = await read('rich');
    const [development, production] = body.environments;
    deepEqual(
      production.strategies.map(({ title }: { title: string }) => title),
      ['first', 'second'],
    );
    deepEqual(production.strategies[0].parameters, { rollout: '70', stickiness: 'default', groupId: 'rich' });
    deepEqual([production.enabled, production.hasStrategies, production.hasEnabledStrategies], [true, true, true]);
    deepEqual(
      [production.lastSeenAt, development.lastSeenAt, body.lastSeenAt],
      [...seen, seen[1]].map((date) => date.toISOString()),
    );
    equal(body.enabled, true);
    deepEqual(body.tags, [{ type: 'simple', value: 'mobile' }]);
  });

  it('returns an environment without strategies as off, regardless of the stored switch', async () => {
    await postFeatures(app, ['bare']);
    await setEnvironment(app, 'bare', 'production', { enabled: true });
    const { body } = await read('bare');
    equal(body.environments[1].enabled, false);
    equal(body.enabled, false);
  });

  it('returns variants per environment only on request, and always their union by name', async () => {
    await postFeatures(app, ['varied']);
    await setEnvironment(app, 'varied', 'development', { variants: [variant] });
    await setEnvironment(app, 'varied', 'production', { variants: [variant, { ...variant, name: 'green' }] });
    const { body } = await read('varied');
    deepEqual(
      body.variants.map(({ name }: { name: string }) => name),
      ['blue', 'green'],
    );
    equal('variants' in body.environments[0], false);
    equal(body.environments[1].variantCount, 2);
    deepEqual((await read('varied', '?variantEnvironments=true')).body.environments[0].variants, [variant]);
  });

  it('returns the reach in each environment only on request', async () => {
    await postFeatures(app, ['reached']);
    await addStrategy(app, 'reached', 'development', { parameters: { rollout: '25' } });
    await setEnvironment(app, 'reached', 'development', { enabled: true });
    const reaches = async (query: string) =>
      (await read('reached', query)).body.environments.map(({ reach }: { reach?: { kind: string; share?: number } }) => reach);
    deepEqual(await reaches(''), [undefined, undefined]);
    const nothing = { segments: [], fields: [], variants: 0 };
    deepEqual(await reaches('?with=reach'), [
      { kind: 'some', share: 25, strategies: 1, ...nothing },
      { kind: 'nobody', strategies: 0, ...nothing },
    ]);
  });

  it('returns an ETag that every change updates', async () => {
    await postFeatures(app, ['tagged']);
    const { headers } = await read('tagged');
    match(String(headers['etag']), /^"\d+"$/);
    equal((await read('tagged')).headers['etag'], headers['etag']);
    await app.as(app.users.editor).put(`${features}/tagged`, { stale: true });
    equal((await read('tagged')).headers['etag'] === headers['etag'], false);
  });

  it('refuses an archived, an unknown and another project’s feature with 404', async () => {
    await postFeatures(app, ['gone']);
    await archive(app, 'gone');
    await postFeatures(app, ['abroad'], 'other');
    for (const name of ['gone', 'nowhere', 'abroad']) equal((await read(name)).status, 404);
  });

  it('refuses an anonymous caller with 401', async () => {
    equal((await app.as(null).get(`${features}/plain`)).status, 401);
  });
});
