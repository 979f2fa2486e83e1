import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { type Change, type ChangesetOutput, type Failure, type Principal, runChangeset } from '@signalbox/contracts';
import { type EntityManager, only } from '@signalbox/kit';
import { start, statementsOf, type TestApp } from '@signalbox/testing';
import { OpenProposal, ProposedUse } from '../feature/segment/proposed-use.ts';
import { features, postFeatures } from '../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath, postStrategies } from '../feature/strategy/strategy.fixture.ts';
import { toggles } from '../service.ts';

describe('dry run of a changeset', () => {
  let app: TestApp;
  let admin: ReturnType<TestApp['as']>;
  before(async () => {
    app = await start([toggles]);
    admin = app.as(app.users.admin);
  });
  after(() => app.close());

  interface Options {
    readonly actor?: Principal;
    readonly states?: boolean;
    readonly environment?: string;
  }
  const dryRun = (changes: readonly Change[], { actor = app.users.admin, states = false, environment = 'production' }: Options = {}) =>
    app.host.ask(runChangeset, {
      purpose: 'examine',
      key: null,
      actor,
      project: 'default',
      environment,
      states,
      changes: changes.map((change, index) => ({ id: index + 1, ...change })),
    });
  const production = (feature: string) => featureEnvironmentPath(feature, 'production');
  const rollout = (feature: string): Change => ({
    action: 'addStrategy',
    feature,
    payload: { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: feature } },
  });
  const switched = (feature: string, enabled: boolean): Change => ({ action: 'updateEnabled', feature, payload: { enabled } });

  describe('with many changes', () => {
    const names = Array.from({ length: 30 }, (_, index) => `many-${String(index).padStart(2, '0')}`);
    let changesOf: (feature: string, index: number) => Change[];

    before(async () => {
      await postFeatures(app, names);
      const ids = new Map<string, string>();
      for (const name of names) ids.set(name, only(await postStrategies(app, production(name), {})).id);
      for (const name of names.filter((_, index) => index % 3 === 0)) await admin.post(`${production(name)}/on`);
      await admin.post(`${features}/${names[7]}/dependencies`, { feature: names[8] });
      await admin.delete(`${features}/${names[9]}`);
      changesOf = (feature, index) => [
        // A few are refused, so that some batches fail.
        index % 7 === 2 ? { action: 'addStrategy', feature, payload: { name: 'nobody-knows-it' } } : rollout(feature),
        {
          action: 'updateStrategy',
          feature,
          payload: { id: ids.get(feature), name: 'flexibleRollout', title: 'x', disabled: index % 5 === 0 },
        },
        { action: 'patchVariant', feature, payload: { variants: [{ name: 'v', weight: index === 11 ? 2000 : 1000 }] } },
        { action: 'deleteStrategy', feature, payload: { id: index === 13 ? 'nothing' : ids.get(feature) } },
        index === 8 ? { action: 'archiveFeature', feature, payload: {} } : switched(feature, index % 2 === 0),
        rollout(feature),
      ];
    });

    /** Added strategies have different ids each time. */
    const withoutIds = (state: unknown): unknown =>
      JSON.parse(JSON.stringify(state ?? null, (key, value) => (key === 'id' ? undefined : value)));
    const of = (output: ChangesetOutput, feature: string) => ({
      changes: output.changes
        .filter(({ touches }) => touches[0]?.id === feature)
        .map(({ refusal, sentence, touches, current, proposed }) => ({ refusal, sentence, touches, current, proposed })),
      conflicts: output.conflicts.filter((one) => one.feature === feature),
      defaultChanges: output.defaultChanges.filter((one) => one.feature === feature),
      before: output.states?.before.features.find(({ name }) => name === feature),
      after: withoutIds(output.states?.after.features.find(({ name }) => name === feature)),
    });

    it('returns the same result for each feature as a dry run of that feature alone', async () => {
      const each = names.map((feature, index) => ({ feature, changes: changesOf(feature, index) }));
      // First all first changes, then all second ones, so that changes of a feature are not adjacent.
      const mixed = Array.from({ length: 6 }, (_, turn) => each.flatMap(({ changes }) => changes[turn] ?? [])).flat();
      const together = await dryRun(mixed, { states: true });
      for (const { feature, changes } of each.filter((_, index) => index !== 7 && index !== 8))
        deepEqual(of(together, feature), of(await dryRun(changes, { states: true }), feature), feature);
      const refused = together.changes.filter(({ refusal }) => refusal !== null).length;
      ok(refused > 5 && refused < 20, `${refused} refusals`);
    });

    it('keeps features together if one depends on the other', async () => {
      const [child = '', parent = ''] = names.slice(7, 9);
      const further = names.slice(10).flatMap((feature, index) => changesOf(feature, index));
      const free: Change = { action: 'deleteDependency', feature: child, payload: {} };
      const archive: Change = { action: 'archiveFeature', feature: parent, payload: {} };
      const refusalOf = async (...changes: Change[]) => (await dryRun(changes)).changes[0]?.refusal?.message ?? null;
      equal(await refusalOf(archive, ...further, free), null);
      equal(
        await refusalOf(archive, ...further),
        `The feature ${child} depends on ${parent}. Remove the dependency first, or include ${child} in the request.`,
      );
    });

    it('executes no more statements for a hundred changes of a kind than for one', async () => {
      const some = names.filter((_, index) => index !== 9);
      const hundred = Array.from({ length: 100 }, (_, index) => rollout(some[index % some.length] ?? ''));
      const count = async (changes: Change[]) => (await statementsOf(app.store('toggles'), () => dryRun(changes))).length;
      const [one, many] = [await count([rollout('many-00')]), await count(hundred)];
      ok(many <= one + 2, `${one} statements for one, ${many} for a hundred`);
    });

    it('refuses more than 500 changes', async () => {
      const tooMany = Array.from({ length: 501 }, () => switched('many-00', true));
      await rejects(dryRun(tooMany), (failure: Failure) => failure.name === 'BadRequestError');
    });
  });

  describe('when repeated', () => {
    before(() => postFeatures(app, ['again', 'parent-of-again', 'other-again']));

    const isWork = (sql: string) => /savepoint/i.test(sql);
    const statements = (work: () => Promise<unknown>) => statementsOf(app.store('toggles'), work, isWork);
    const inFresh = async (changes: readonly Change[], options?: Options) => {
      const [first] = [await dryRun(changes, options)];
      deepEqual(await statements(() => dryRun(changes, options)), []);
      return first;
    };
    const refusal = async (changes: readonly Change[]) => (await dryRun(changes)).changes[0]?.refusal?.message ?? null;

    it('does no work until an event is emitted, per caller and per changeset', async () => {
      const changes = [switched('again', true)];
      await inFresh(changes);
      ok((await statements(() => dryRun([switched('again', false)]))).length > 0);
      ok((await statements(() => dryRun(changes, { actor: app.users.viewer }))).length > 0);
      ok((await statements(() => dryRun(changes, { states: true }))).length > 0);
      ok((await statements(() => dryRun(changes, { environment: 'development' }))).length > 0);
      deepEqual(await statements(() => dryRun(changes)), []);
    });

    it('reflects changes of strategies, dependencies, archive, personas, defaults and protection immediately', async () => {
      const on = [switched('again', true)];
      const states = { states: true };
      equal((await inFresh(on)).defaultChanges.length, 1);
      const { id } = only(await postStrategies(app, production('again'), {}));
      equal((await dryRun(on)).defaultChanges.length, 0);

      const update: Change[] = [{ action: 'updateStrategy', feature: 'again', payload: { id, name: 'default', title: 'mine' } }];
      await inFresh(update);
      await admin.patch(`${production('again')}/strategies/${id}`, [{ op: 'replace', path: '/title', value: 'yours' }]);
      equal((await dryRun(update)).changes[0]?.current?.['title' as never], 'yours');

      const archive: Change[] = [{ action: 'archiveFeature', feature: 'parent-of-again', payload: {} }];
      equal((await inFresh(archive)).changes[0]?.refusal, null);
      await admin.post(`${features}/again/dependencies`, { feature: 'parent-of-again' });
      ok(await refusal(archive));
      await admin.delete(`${features}/again/dependencies`);
      equal(await refusal(archive), null);

      equal((await inFresh(on, states)).states?.personas.length, 0);
      await admin.post('/api/admin/projects/default/personas', { name: 'Norwegian', context: { appName: 'shop' } });
      equal((await dryRun(on, states)).states?.personas.length, 1);

      equal((await inFresh(on)).protection, null);
      await admin.put('/api/admin/projects/default/environments/production/change-requests/config', { changeRequestsEnabled: true });
      equal((await dryRun(on)).protection?.requiredApprovals, 1);

      equal((await inFresh(on)).conflicts.length, 0);
      await admin.delete(`${features}/again`);
      equal((await dryRun(on)).conflicts.length, 1);
    });

    it('reflects proposals that use a segment which the changeset deletes', async () => {
      const { body } = await admin.post('/api/admin/segments', { name: 'proposed', constraints: [], project: 'default' });
      const refusal = async () =>
        (await dryRun([{ action: 'deleteSegment', feature: null, payload: { id: body.id } }])).changes[0]?.refusal?.name ?? null;
      equal(await refusal(), null);
      const write = (work: (em: EntityManager) => unknown) => app.store('toggles').transaction(async (em) => void (await work(em)));
      const proposal = { id: 4711, project: 'default', environment: 'production', userId: 1, draft: false };
      const use = { changeId: 1, segmentId: body.id, proposalId: 4711, featureName: 'cart', strategyName: 'default', strategyId: null };
      await write((em) => em.insert(OpenProposal, proposal));
      await write((em) => em.insert(ProposedUse, use));
      equal(await refusal(), 'SegmentInUseError');
      await write((em) => em.nativeDelete(OpenProposal, { id: 4711 }));
      equal(await refusal(), null);
    });

    it('never returns a previous state, even if changes and dry runs alternate rapidly', async () => {
      for (let round = 0; round < 20; round += 1) {
        const enabled = round % 2 === 0;
        const changes = [switched('other-again', true)];
        const early = dryRun(changes);
        equal((await admin.post(`${production('other-again')}/${enabled ? 'on' : 'off'}`)).status, 200);
        deepEqual((await dryRun(changes)).changes[0]?.current, { enabled });
        await early;
      }
    });

    it('does not reveal objects that only another user can see', async () => {
      await admin.post('/api/admin/projects', { id: 'hidden', name: 'Hidden', mode: 'private' });
      const { body } = await admin.post('/api/admin/segments', { name: 'hidden', constraints: [], project: 'hidden' });
      const update: Change[] = [{ action: 'updateSegment', feature: null, payload: { id: body.id, name: 'x', constraints: [] } }];
      const seen = async (actor: Principal) => (await dryRun(update, { actor })).changes[0];
      const unknown = app.users.someone();
      deepEqual([(await seen(app.users.admin))?.segment, (await seen(unknown))?.segment], ['hidden', null]);
      ok((await seen(unknown))?.refusal?.message.startsWith('There is no segment'));
    });
  });

  it('does not wait behind many changesets of another author', async () => {
    await postFeatures(app, ['busy']);
    const ended: string[] = [];
    const validate = async (actor: Principal, name: string, count: number) => {
      await dryRun(
        Array.from({ length: count }, () => rollout('busy')),
        { actor },
      );
      ended.push(name);
    };
    const many = Array.from({ length: 8 }, (_, index) => validate(app.users.admin, `many ${index}`, 10 + index));
    await Promise.all([...many, validate(app.users.editor, 'one', 1)]);
    ok(ended.indexOf('one') <= 2, ended.join(', '));
  });

  it('does not block writes while it validates many changes', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `long-${index}`);
    await postFeatures(app, [...names, 'patient']);
    const validating = dryRun(names.flatMap((feature) => Array.from({ length: 20 }, () => rollout(feature))));
    const first = await Promise.race([
      validating.then(() => 'the dry run'),
      admin.post(`${production('patient')}/on`).then(() => 'the write'),
    ]);
    equal(first, 'the write');
    equal((await validating).changes.length, 500);
  });
});
