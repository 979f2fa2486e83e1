import { deepEqual, equal, match } from 'node:assert/strict';
import { start, type TestApp } from '@signalbox/testing';
import * as fc from 'fast-check';
import { protect } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { ProtectedEnvironment } from '../../project/protection/protected-environment.ts';
import { AppliedPlan } from '../apply/applied-plan.ts';
import { withRelease } from '../compare/keep-unmentioned.ts';
import type { Document } from '../document/document.schema.ts';
import { featureDocument, instance, objectDocument } from '../documents.fixture.ts';
import { apply, empty, exportedDocuments } from '../plan.fixture.ts';

const base = '/api/admin/projects/default';

describe('the undo of an applied plan', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const fresh = () => `u${++count}`;
  const pathOf = (id: string) => `${base}/applied-plans/${id}/undo`;
  const planOf = async (id: string) => {
    const { status, body } = await admin().get(pathOf(id));
    equal(status, 200, JSON.stringify(body));
    return body;
  };
  const undo = async (id: string, more: object = {}) => admin().post(pathOf(id), { expect: { hash: (await planOf(id)).hash }, ...more });
  const rollout = (share: string) => ({
    enabled: true,
    strategies: [{ name: 'flexibleRollout', parameters: { groupId: 'g', rollout: share, stickiness: 'default' } }],
  });

  it('restores everything that the plan changed, created and deleted, and can be undone itself', async () => {
    const [changed, pruned, created] = [fresh(), fresh(), fresh()];
    await apply(
      app,
      [
        objectDocument('Segment', 'old', { description: 'before' }),
        featureDocument(pruned, {}),
        featureDocument(changed, { description: 'before', environments: { development: rollout('10') } }),
      ],
      { set: 'undone' },
    );
    const earlier = await exportedDocuments(app);
    const { body } = await apply(
      app,
      [
        objectDocument('Segment', 'new', {}),
        featureDocument(changed, { description: 'after', parents: [{ feature: created }], environments: { development: rollout('90') } }),
        featureDocument(created, {}),
      ],
      { set: 'undone', prune: true },
    );
    const later = await exportedDocuments(app);
    const undone = await undo(body.id);
    equal(undone.status, 200, JSON.stringify(undone.body));
    deepEqual(await exportedDocuments(app), earlier);
    equal((await admin().get(`/api/admin/projects/default/features/${pruned}`)).body.managedBy, 'undone');
    equal((await undo(undone.body.id)).status, 200);
    deepEqual(await exportedDocuments(app), later);
  });

  it('shows and restores the parents of archived features', async () => {
    const [parent, child] = [fresh(), fresh()];
    const documents = [featureDocument(parent, {}), featureDocument(child, { parents: [{ feature: parent }] })];
    await apply(app, documents, { set: 'family' });
    const earlier = await exportedDocuments(app);
    const { body } = await apply(app, [], { set: 'family', prune: true });
    const { actions } = await planOf(body.id);
    deepEqual(
      actions.map(({ name, after }: { name: string; after: object }) => [name, after]),
      [
        [parent, {}],
        [child, {}],
        [child, { parents: [{ feature: parent }] }],
      ],
    );
    equal((await undo(body.id)).status, 200);
    deepEqual(await exportedDocuments(app), earlier);
  });

  it('emits what it changed and one event for the plan, which names its source', async () => {
    const name = fresh();
    const events = await app.eventsOf('toggles', async () => {
      const { body } = await apply(app, [featureDocument(name, {})]);
      equal((await undo(body.id)).status, 200);
    });
    deepEqual(
      events.map(({ type, featureName, data }) => [type, featureName ?? (data as { source?: string } | null)?.source]),
      [
        ['feature-created', name],
        ['plan-applied', 'documents'],
        ['feature-archived', name],
        ['plan-applied', 'undo'],
      ],
    );
  });

  it('is refused for objects that have been changed since, unless the caller insists', async () => {
    const name = fresh();
    const { body } = await apply(app, [featureDocument(name, { environments: { development: rollout('10') } })]);
    const { body: second } = await apply(app, [featureDocument(name, { environments: { development: rollout('20') } })]);
    await apply(app, [featureDocument(name, { environments: { development: rollout('30') } })]);
    deepEqual(
      (await planOf(second.id)).actions.map(({ changedInTarget }: { changedInTarget?: boolean }) => changedInTarget),
      [true],
    );
    const refused = await undo(second.id);
    deepEqual([refused.status, refused.body.name, refused.body.changedInTarget], [409, 'ConflictError', [`Feature ${name}`]]);
    equal((await undo(second.id, { anyway: true })).status, 200);
    const [{ spec }] = (await exportedDocuments(app)).filter(({ metadata }: { metadata: { name: string } }) => metadata.name === name);
    deepEqual(spec.environments.development, rollout('10'));
    deepEqual((await planOf(second.id)).actions, []);
    await admin().delete(`${base}/features/${name}`);
    equal((await admin().delete(`/api/admin/archive/${name}`)).status, 200);
    match((await admin().get(pathOf(second.id))).body.message, new RegExp(`^The Feature ${name} no longer exists`));
    deepEqual((await planOf(body.id)).actions, []);
  });

  it('leaves a release plan that the plan kept, even if it has progressed since', async () => {
    const name = fresh();
    const milestones = ['First', 'All'].map((title) => ({ name: title, strategies: [{ name: 'default' }] }));
    const releasePlan = { name: 'Careful', milestones };
    const settings = (more: object) => [featureDocument(name, { environments: { development: { releasePlan, ...more } } })];
    const started = (activeMilestone: string) => ({ releasePlan: { ...releasePlan, activeMilestone } });
    await apply(app, settings({}));
    const { body: start } = await apply(app, settings(started('First')));
    const { body: strategy } = await apply(app, settings({ ...started('First'), strategies: [{ name: 'default', key: 'k' }] }));
    await apply(app, settings({ ...started('All'), strategies: [{ name: 'default', key: 'k' }] }));
    const settingsNow = async () => (await exportedDocuments(app)).at(-1).spec.environments.development;
    equal((await undo(strategy.id)).status, 200);
    deepEqual(await settingsNow(), started('All'));
    equal((await undo(start.id)).status, 409);
    equal((await undo(start.id, { anyway: true })).status, 200);
    deepEqual(await settingsNow(), { releasePlan });
  });

  it('proposes changes of protected environments', async () => {
    const name = fresh();
    const { body } = await apply(app, [featureDocument(name, { environments: { production: rollout('10') } })]);
    await protect(app, 'default', 'production');
    const { actions } = (await app.as(app.users.editor).get(pathOf(body.id))).body;
    deepEqual(
      actions.map(({ op, protected: isProtected }: { op: string; protected: boolean }) => [op, isProtected]),
      [['delete', true]],
    );
    const answer = await app
      .as(app.users.editor)
      .post(pathOf(body.id), { expect: { hash: (await app.as(app.users.editor).get(pathOf(body.id))).body.hash } });
    deepEqual(
      [
        answer.status,
        answer.body.id,
        answer.body.applied,
        answer.body.changeRequests.map(({ environment }: { environment: string }) => environment),
      ],
      [200, null, 0, ['production']],
    );
    await app.store('toggles').transaction((em) => em.nativeDelete(ProtectedEnvironment, {}));
  });

  it('requires the permissions of the changes, and hides plans of other projects', async () => {
    const { body } = await apply(app, [featureDocument(fresh(), {})]);
    const { hash } = await planOf(body.id);
    equal((await app.as(app.users.viewer).post(pathOf(body.id), { expect: { hash } })).status, 403);
    equal((await app.as(null).get(pathOf(body.id))).status, 401);
    equal((await admin().get(pathOf(crypto.randomUUID()))).status, 404);
    equal((await admin().get(pathOf(body.id).replace('default', 'other'))).status, 404);
  });

  it('stores the last hundred plans of a project', async () => {
    const name = fresh();
    const { body } = await apply(app, [featureDocument(name, {})]);
    await app.store('toggles').transaction(async (em) => {
      for (let index = 0; index < 99; index += 1)
        em.create(AppliedPlan, emptyPlan(`ffffffff-0000-7000-8000-${String(index).padStart(12, '0')}`));
    });
    equal((await admin().get(pathOf(body.id))).status, 200);
    await app.store('toggles').transaction(async (em) => {
      em.create(AppliedPlan, emptyPlan('ffffffff-ffff-7000-8000-000000000000'));
    });
    const { body: next } = await apply(app, [featureDocument(fresh(), {})]);
    equal((await admin().get(pathOf(next.id))).status, 404);
    equal((await admin().get(pathOf(body.id))).status, 404);
    await app.store('toggles').transaction((em) => em.nativeDelete(AppliedPlan, {}));
  });

  it('restores features and all that they use, for random instances', async () => {
    const property = fc.asyncProperty(restorable, restorable, async (one, other) => {
      await empty(app);
      await apply(app, one);
      const earlier = await exportedDocuments(app);
      const { body } = await apply(app, other.map(replacing), { prune: true, reason: 'test' });
      if (body.id === null) return;
      const { hash } = await planOf(body.id);
      const undone = await admin().post(pathOf(body.id), { expect: { hash } }, { headers: { 'x-change-reason': 'test' } });
      equal(undone.status, 200, JSON.stringify(undone.body));
      const now = await exportedDocuments(app);
      deepEqual(featuresIn(now), featuresIn(earlier));
      deepEqual(objectsNamedIn(earlier, now), objectsNamedIn(earlier, earlier));
    });
    await fc.assert(property, { numRuns: 4 });
  });
});

/** A document that replaces release plans, so that nothing uses what is pruned. */
function replacing(document: Document): Document {
  if (document.kind !== 'Feature') return document;
  const settings = Object.entries(document.spec.environments ?? {}).map(([name, own]) => [name, withRelease(own)] as const);
  return { ...document, spec: { ...document.spec, environments: Object.fromEntries(settings) } };
}

/** Instances without default strategies, which cannot be removed. */
const restorable = instance.map((documents) =>
  documents.flatMap((document) => {
    if (document.kind !== 'Environment') return document;
    const { protection } = document.spec;
    return protection ? { ...document, spec: { protection } } : [];
  }),
);

const emptyPlan = (id: string) => ({ id, project: 'default', managedBy: null, actions: [], appliedAt: new Date() });

interface Exported {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly parents?: readonly object[] };
}

/** Names and parents, because revived features are off. */
const featuresIn = (documents: readonly Exported[]) =>
  documents.filter(({ kind }) => kind === 'Feature').map(({ metadata, spec }) => [metadata.name, spec.parents]);

/** Other objects. New ones that archived features use stay. */
const objectsNamedIn = (earlier: readonly Exported[], documents: readonly Exported[]) => {
  const named = new Set(earlier.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
  return documents.filter(({ kind, metadata }) => kind !== 'Feature' && named.has(`${kind} ${metadata.name}`));
};
