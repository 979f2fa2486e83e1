import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, bare, postFeatures, features, emitted } from '../feature/feature.fixture.ts';
import { Feature } from '../feature/feature.ts';
import { toggles } from '../../service.ts';
import { postDependencies } from '../dependency/dependency.fixture.ts';

describe('archive with dependencies', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const batch = (path: string, names: readonly string[]) =>
    app.as(app.users.editor).post(`/api/admin/projects/default/${path}`, { features: names });
  const isActive = async (name: string) => (await app.as(app.users.viewer).get(`${features}/${name}`)).status === 200;

  async function family(prefix: string): Promise<{ parent: string; child: string }> {
    const [parent, child] = [`${prefix}.parent`, `${prefix}.child`];
    await postFeatures(app, [parent, child]);
    await postDependencies(app, { [child]: parent });
    return { parent, child };
  }

  it('refuses a parent with an active child with 403 on every route, and changes nothing', async () => {
    const { parent, child } = await family('kept');
    await postFeatures(app, ['alone']);
    const editor = app.as(app.users.editor);
    const events = await app.eventsOf('toggles', async () => {
      for (const { status, body } of [
        await editor.delete(`${features}/${parent}`),
        await batch('archive', ['alone', parent]),
        await editor.put(`${features}/${parent}`, { archived: true }),
        await editor.patch(`${features}/${parent}`, [{ op: 'replace', path: '/archived', value: true }]),
      ]) {
        deepEqual([status, body.name, body.message.includes(child)], [403, 'InvalidOperationError', true]);
      }
    });
    deepEqual(events, []);
    deepEqual([await isActive(parent), await isActive('alone')], [true, true]);
  });

  it('removes the dependency of a child, emits that first, and frees the parent', async () => {
    const { parent, child } = await family('freed');
    const events = await app.eventsOf('toggles', () => app.as(app.users.editor).delete(`${features}/${child}`));
    const preData = { feature: parent, enabled: true, variants: [] };
    deepEqual(emitted(events), [{ ...bare('feature-dependencies-removed', child), preData }, bare('feature-archived', child)]);
    deepEqual((await app.as(app.users.viewer).get(`${features}/${parent}`)).body.children, []);
    equal((await batch('archive', [parent])).status, 202);
    await batch('revive', [child, parent]);
    deepEqual((await app.as(app.users.viewer).get(`${features}/${child}`)).body.dependencies, []);
  });

  it('archives parent and child in one batch, in any order', async () => {
    const { parent, child } = await family('both');
    const events = await app.eventsOf('toggles', async () => equal((await batch('archive', [parent, child])).status, 202));
    deepEqual(
      events.map(({ type, featureName }) => [type, featureName]),
      [
        ['feature-dependencies-removed', child],
        ['feature-archived', parent],
        ['feature-archived', child],
      ],
    );
  });

  it('removes the dependency of a child that a metadata update archives', async () => {
    const { child } = await family('put');
    const events = await app.eventsOf('toggles', () => app.as(app.users.editor).put(`${features}/${child}`, { archived: true }));
    deepEqual(
      events.map(({ type }) => type),
      ['feature-dependencies-removed', 'feature-metadata-updated', 'feature-archived'],
    );
  });

  it('previews parents with children outside the batch, and removed dependencies', async () => {
    const { parent, child } = await family('seen');
    const preview = async (...names: string[]) => (await batch('archive/validate', names)).body;
    deepEqual(await preview(parent), { parentsWithChildFeatures: [parent], hasDeletedDependencies: true });
    deepEqual(await preview(child), { parentsWithChildFeatures: [], hasDeletedDependencies: true });
    deepEqual(await preview(parent, child), { parentsWithChildFeatures: [], hasDeletedDependencies: true });
    deepEqual(await preview(), { parentsWithChildFeatures: [], hasDeletedDependencies: false });
    const elsewhere = await app.as(app.users.admin).post('/api/admin/projects/other/archive/validate', { features: [parent, child] });
    deepEqual(elsewhere.body, { parentsWithChildFeatures: [], hasDeletedDependencies: false });
  });

  it('refuses to delete a parent permanently, even if it was archived despite the rule', async () => {
    const { parent } = await family('stuck');
    await app
      .store('toggles')
      .transaction((em) => em.nativeUpdate(Feature, { name: parent }, { archivedAt: new Date() }).then(() => undefined));
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(app.users.editor).delete(`/api/admin/archive/${parent}`);
      deepEqual([status, body.name], [403, 'InvalidOperationError']);
      equal((await batch('delete', [parent])).status, 403);
    });
    deepEqual(events, []);
  });

  it('removes all traces of a child that is deleted permanently', async () => {
    const { parent, child } = await family('deleted');
    await archive(app, child);
    equal((await batch('delete', [child])).status, 200);
    await postFeatures(app, [child]);
    deepEqual((await app.as(app.users.viewer).get(`${features}/${parent}`)).body.children, []);
  });
});
