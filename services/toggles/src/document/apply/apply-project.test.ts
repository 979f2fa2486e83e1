import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { addProject, archive, features, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { Segment } from '../../feature/segment/segment.ts';
import { postTemplate, templates } from '../../release/template/template.fixture.ts';
import { toggles } from '../../service.ts';
import { featureDocument, objectDocument } from '../documents.fixture.ts';
import { applied, apply, exportedDocuments } from '../plan.fixture.ts';

describe('apply documents to a project', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
    await protect(app, 'shop', 'production');
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const fresh = () => `f${++count}`;
  const read = async (name: string) => (await admin().get(`${features}/${name}`)).body;
  const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);
  const on = { enabled: true, strategies: [{ name: 'default' }] };
  const stillUsed = (kind: string, name: string) =>
    `The ${kind} ${name} is still used outside these documents: by a feature, a segment, a default strategy, a release template or plan, or a change request.`;

  it('creates objects and features with everything that refers to them, in one unit of work', async () => {
    const name = fresh();
    const documents = [
      objectDocument('TagType', 'team', { icon: '#' }),
      objectDocument('ContextField', 'plan', { legalValues: [{ value: 'pro' }] }),
      objectDocument('StrategyDefinition', 'custom', { deprecated: true, parameters: [{ name: 'p', type: 'string' }] }),
      objectDocument('Segment', 'eu', { constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }] }),
      featureDocument(name, {
        type: 'experiment',
        tags: [{ type: 'team', value: 'core' }],
        links: [{ url: 'https://example.com/a' }],
        environments: { production: { enabled: true, strategies: [{ name: 'custom', key: 'k', segments: ['eu'] }] } },
      }),
    ];
    const events = await app.eventsOf('toggles', async () => {
      const { body } = await apply(app, documents);
      deepEqual([body.applied, body.changeRequests], [6, []]);
    });
    deepEqual(typesOf(events), [
      'tag-type-created',
      'context-field-created',
      'strategy-created',
      'strategy-deprecated',
      'segment-created',
      'feature-created',
      'tag-created',
      'feature-tagged',
      'feature-link-added',
      'feature-strategy-add',
      'feature-environment-enabled',
      'plan-applied',
    ]);
    const stored = await read(name);
    deepEqual([stored.managedBy, stored.type, stored.environments[1].enabled], ['ours', 'experiment', true]);
    const { body } = await admin().get('/api/admin/segments');
    equal(body.segments.find((segment: { name: string }) => segment.name === 'eu').managedBy, 'ours');
    equal((await admin().get('/api/admin/tag-types/team')).body.tagType.managedBy, 'ours');
    equal((await admin().get('/api/admin/context/plan')).body.managedBy, 'ours');
    equal((await admin().get('/api/admin/strategies/custom')).body.managedBy, 'ours');
  });

  it('publishes nothing for documents that are applied already', async () => {
    const documents = [featureDocument(fresh(), { environments: { production: on } })];
    await apply(app, documents);
    deepEqual(await app.eventsOf('toggles', async () => deepEqual((await apply(app, documents)).body.applied, 0)), []);
  });

  it('keeps the ids of strategies that are reordered, and changes those with the same key', async () => {
    const name = fresh();
    const production = (strategies: readonly object[]) => [featureDocument(name, { environments: { production: { strategies } } })];
    const idsOf = async () => (await read(name)).environments[1].strategies.map(({ id }: { id: string }) => id);
    const [a, b] = [
      { name: 'default', title: 'a' },
      { name: 'default', title: 'b', key: 'b' },
    ];
    await apply(app, production([a, b]));
    const [first, second] = await idsOf();
    const moved = await app.eventsOf('toggles', async () => void (await apply(app, production([b, a]))));
    deepEqual(typesOf(moved), ['strategy-order-changed', 'plan-applied']);
    deepEqual(await idsOf(), [second, first]);
    const changed = await app.eventsOf(
      'toggles',
      async () => void (await apply(app, production([{ ...b, title: 'B' }, { name: 'default', title: 'new' }, a]))),
    );
    deepEqual(typesOf(changed).sort(), ['feature-strategy-add', 'feature-strategy-update', 'plan-applied', 'strategy-order-changed']);
    const [same, , last] = await idsOf();
    deepEqual([same, last], [second, first]);
  });

  it('requires a reason for parents and deletions of a protected project, not for new features', async () => {
    await addProject(app, 'careful');
    await postFeatures(app, ['root', 'leaf'], 'careful');
    const config = '/api/admin/projects/careful/environments/production/change-requests/config';
    equal((await admin().put(config, { changeRequestsEnabled: true, reasonRequired: true })).status, 200);
    const statusOf = async (...documents: object[]) => (await applied(app, documents, {}, 'careful')).answer.status;
    equal(await statusOf(featureDocument(fresh(), { stale: true }, 'careful'), featureDocument('leaf', { stale: true }, 'careful')), 200);
    equal(await statusOf(featureDocument('leaf', { stale: true, parents: [{ feature: 'root' }] }, 'careful')), 403);
  });

  it('answers 409 with the new plan if the project has changed since, and changes nothing', async () => {
    const name = fresh();
    await postFeatures(app, [name]);
    const body = { set: 'ours', documents: [featureDocument(name, { stale: true })] };
    const { hash } = (await admin().post('/api/admin/projects/default/plan', body)).body;
    await admin().put(`${features}/${name}`, { description: 'by hand' });
    const answer = await admin().post('/api/admin/projects/default/apply', { ...body, expect: { hash } });
    deepEqual([answer.status, answer.body.name], [409, 'PlanChanged']);
    deepEqual(answer.body.plan.actions[0].before, { description: 'by hand' });
    equal((await read(name)).stale, false);
    const again = await admin().post('/api/admin/projects/default/apply', { ...body, expect: { hash: answer.body.plan.hash } });
    equal(again.status, 200);
    deepEqual([(await read(name)).stale, (await read(name)).description], [true, null]);
  });

  it('changes nothing if one action is refused', async () => {
    const [name, member] = [fresh(), app.users.someone()];
    await app.users.grant(member, roleIds.member, 'default');
    const documents = [objectDocument('TagType', 'forbidden', {}), featureDocument(name, {})];
    const events = await app.eventsOf('toggles', async () => {
      const { answer } = await applied(app, documents, { who: member });
      deepEqual([answer.status, answer.body.name], [403, 'NoAccessError']);
      match(answer.body.message, /CREATE_TAG_TYPE/);
    });
    deepEqual(events, []);
  });

  it('refuses objects of another set with 409 unless it takes them over', async () => {
    const name = fresh();
    await apply(app, [featureDocument(name, {})], { set: 'theirs' });
    const { plan, answer } = await applied(app, [featureDocument(name, { stale: true })]);
    deepEqual([plan.summary.refused, answer.status, answer.body.name], [1, 409, 'OwnedByAnother']);
    const taken = await apply(app, [featureDocument(name, { stale: true })], { takeOver: true });
    deepEqual(taken.plan.actions[0].patch, [
      { op: 'replace', path: '/managedBy', value: 'ours' },
      { op: 'add', path: '/stale', value: true },
    ]);
    deepEqual([(await read(name)).managedBy, (await read(name)).stale], ['ours', true]);
    deepEqual((await apply(app, [featureDocument(name, { stale: true })], { takeOver: true })).plan.actions, []);
  });

  it('changes objects that people made, and owns them only after it takes them over', async () => {
    const name = fresh();
    await postFeatures(app, [name]);
    await apply(app, [featureDocument(name, { stale: true })]);
    equal((await read(name)).managedBy, undefined);
    await apply(app, [featureDocument(name, { stale: true })], { takeOver: true });
    equal((await read(name)).managedBy, 'ours');
  });

  it('takes over objects of each kind', async () => {
    const documents = [
      objectDocument('TagType', 'wave', {}),
      objectDocument('ContextField', 'tier', {}),
      objectDocument('StrategyDefinition', 'own', {}),
      objectDocument('Segment', 'all', {}),
    ];
    await apply(app, documents, { set: 'theirs' });
    const { plan } = await apply(app, documents, { set: 'mine', takeOver: true });
    deepEqual(plan.summary, { create: 0, update: 4, delete: 0, same: 0, refused: 0 });
    deepEqual((await apply(app, documents, { set: 'mine', takeOver: true })).plan.actions, []);
    deepEqual((await apply(app, [], { set: 'mine', prune: true })).plan.summary.delete, 4);
  });

  it('leaves objects without a set as if users created them', async () => {
    await apply(app, [featureDocument('of-nobody', { description: 'New' })], { set: null });
    equal((await read('of-nobody')).managedBy, undefined);
    await apply(app, [featureDocument('of-theirs', {})], { set: 'theirs' });
    await apply(app, [featureDocument('of-theirs', { stale: true })], { set: null });
    deepEqual([(await read('of-theirs')).managedBy, (await read('of-theirs')).stale], ['theirs', true]);
  });

  it('deletes with prune only what the same set made', async () => {
    const [stays, gone, theirs, byHand] = [fresh(), fresh(), fresh(), fresh()];
    await postFeatures(app, [byHand]);
    await apply(app, [featureDocument(theirs, {})], { set: 'theirs' });
    const documents = [
      featureDocument(stays, {}),
      featureDocument(gone, {}),
      objectDocument('Segment', 'gone', {}),
      objectDocument('ContextField', 'gone', {}),
    ];
    await apply(app, documents, { set: 'pruned' });
    const without = await apply(app, [featureDocument(stays, {})], { set: 'pruned' });
    deepEqual(without.plan.actions, []);
    const { plan } = await apply(app, [featureDocument(stays, {})], { set: 'pruned', prune: true });
    deepEqual(
      plan.actions.map(({ op, kind, name }: Record<string, string>) => `${op} ${kind} ${name}`),
      ['delete ContextField gone', 'delete Segment gone', `delete Feature ${gone}`],
    );
    const { body } = await admin().get('/api/admin/archive/features/default');
    const archived = body.features.map(({ name }: { name: string }) => name);
    deepEqual(
      [stays, gone, theirs, byHand].map((name) => archived.includes(name)),
      [false, true, false, false],
    );
  });

  it('keeps a pruned object that archived features use', async () => {
    const name = fresh();
    const strategies = [{ name: 'used', segments: ['used'], constraints: [{ contextName: 'used', operator: 'IN', values: ['a'] }] }];
    const documents = [
      objectDocument('ContextField', 'used', {}),
      objectDocument('StrategyDefinition', 'used', {}),
      objectDocument('Segment', 'used', {}),
      featureDocument(name, { environments: { production: { strategies } } }),
    ];
    await apply(app, documents, { set: 'using' });
    const { plan } = await apply(app, [], { set: 'using', prune: true });
    deepEqual(
      plan.actions.map(({ kind }: { kind: string }) => kind),
      ['Feature'],
    );
    deepEqual((await apply(app, [], { set: 'using', prune: true })).plan.actions, []);
  });

  it('revives an archived feature, off unless its document enables it', async () => {
    const name = fresh();
    await apply(app, [featureDocument(name, { description: 'before', environments: { production: on, development: on } })]);
    await archive(app, name);
    await apply(app, [featureDocument(name, { environments: { production: on } })]);
    const { archived, description, environments } = await read(name);
    deepEqual([archived, description, environments.map(({ enabled }: { enabled: boolean }) => enabled)], [false, null, [false, true]]);
  });

  it('changes and removes the parent of a feature', async () => {
    const [child, one, other] = [fresh(), fresh(), fresh()];
    const documents = (parents: readonly object[]) => [
      featureDocument(child, { parents }),
      featureDocument(one, {}),
      featureDocument(other, {}),
    ];
    const parentsOf = async () => (await read(child)).dependencies;
    await apply(app, documents([{ feature: one }]));
    deepEqual(await parentsOf(), [{ feature: one, enabled: true, variants: [] }]);
    await apply(app, documents([{ feature: other, enabled: false }]));
    deepEqual(await parentsOf(), [{ feature: other, enabled: false, variants: [] }]);
    await apply(app, documents([]));
    deepEqual(await parentsOf(), []);
  });

  it('removes the links that the project adds to new features', async () => {
    const linkTemplates = [{ urlTemplate: 'https://wiki.example.com/{{feature}}', title: null }];
    await admin().put('/api/admin/projects/default/settings', { linkTemplates });
    const name = fresh();
    await apply(app, [featureDocument(name, { links: [{ url: 'https://example.com/own' }] })]);
    deepEqual(
      (await read(name)).links.map(({ url }: { url: string }) => url),
      ['https://example.com/own'],
    );
    await admin().put('/api/admin/projects/default/settings', { linkTemplates: [] });
  });

  it('publishes the reason of a caller who skips change requests', async () => {
    const documents = [featureDocument('skipped', { environments: { production: on } }, 'shop')];
    const body = { set: 'ours', documents };
    const { hash } = (await admin().post('/api/admin/projects/shop/plan', body)).body;
    const events = await app.eventsOf('toggles', async () => {
      const answer = await admin().post(
        '/api/admin/projects/shop/apply',
        { ...body, expect: { hash } },
        { headers: { 'x-change-reason': 'Incident 7' } },
      );
      equal(answer.status, 200, JSON.stringify(answer.body));
    });
    equal(events[0]?.type, 'protection-bypassed');
  });

  it('refuses a segment that a feature outside the documents still uses', async () => {
    const name = fresh();
    await apply(app, [objectDocument('Segment', 'shared', {})], { set: 'shared' });
    await apply(app, [
      featureDocument(name, { environments: { production: { strategies: [{ name: 'default', segments: ['shared'] }] } } }),
    ]);
    const { plan, answer } = await applied(app, [], { set: 'shared', prune: true });
    deepEqual([plan.summary.refused, plan.actions[0]?.reason], [1, stillUsed('Segment', 'shared')]);
    deepEqual([answer.status, answer.body.name, answer.body.message], [409, 'SegmentInUseError', stillUsed('Segment', 'shared')]);
    equal(
      (await exportedDocuments(app)).some(({ metadata }: { metadata: { name: string } }) => metadata.name === 'shared'),
      true,
    );
  });

  it('keeps a pruned object that only the release plan of an archived feature uses', async () => {
    const name = fresh();
    await apply(app, [objectDocument('Segment', 'phased', {}), featureDocument(name, {})], { set: 'phased' });
    const { id } = await app.store('toggles').reader().findOneOrFail(Segment, { name: 'phased' });
    const milestones = [{ name: 'All', strategies: [{ name: 'default', segments: [id] }] }];
    const template = await postTemplate(app, { milestones });
    equal((await admin().post(`${features}/${name}/environments/production/release-plans`, { templateId: template.id })).status, 201);
    equal((await admin().delete(`${templates}/${template.id}`)).status, 204);
    const { plan } = await apply(app, [], { set: 'phased', prune: true });
    deepEqual(
      plan.actions.map(({ kind }: { kind: string }) => kind),
      ['Feature'],
    );
  });

  it('refuses to delete what only a release template uses', async () => {
    const documents = [
      objectDocument('ContextField', 'planned', {}),
      objectDocument('StrategyDefinition', 'planned', {}),
      objectDocument('Segment', 'planned', { constraints: [{ contextName: 'planned', operator: 'IN', values: ['a'] }] }),
    ];
    await apply(app, documents, { set: 'planned' });
    const { id } = await app.store('toggles').reader().findOneOrFail(Segment, { name: 'planned' });
    const template = await postTemplate(app, {
      milestones: [{ name: 'All', strategies: [{ name: 'planned', segments: [id] }] }],
    });
    const { plan } = await applied(app, [], { set: 'planned', prune: true });
    deepEqual(
      plan.actions.map(({ kind, reason }: Record<string, string>) => [kind, reason]),
      [
        ['ContextField', undefined],
        ['StrategyDefinition', stillUsed('StrategyDefinition', 'planned')],
        ['Segment', stillUsed('Segment', 'planned')],
      ],
    );
    equal((await admin().delete(`${templates}/${template.id}`)).status, 204);
    equal((await apply(app, [], { set: 'planned', prune: true })).plan.summary.delete, 3);
  });
});
