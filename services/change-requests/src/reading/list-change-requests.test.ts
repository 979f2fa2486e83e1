import { deepEqual, equal } from 'node:assert/strict';
import { principalKey } from '@signalbox/contracts';
import { eventually, start, statementsOf, type TestApp } from '@signalbox/testing';
import { forgetProposals } from '../change/drop-payloads.ts';
import { ChangeRequest } from '../request/change-request.ts';
import { ProposedChange, storeContent } from '../request/proposed-change.ts';
import type { State } from '../tables/change-request.ts';
import { changeRequests } from '../service.ts';

const path = '/api/admin/projects/default/change-requests';
const feature = 'listed';

describe('the list of change requests', () => {
  let app: TestApp;
  before(async () => {
    app = await start([{ ...changeRequests, jobs: [{ ...forgetProposals, everyMs: 20 }] }], { jobs: true });
  });
  after(() => app.close());

  const store = (state: State, environment = 'production', { since = new Date(), payload = {} }: { since?: Date; payload?: object } = {}) =>
    app.store('change-requests').transaction(async (em) => {
      const { viewer } = app.users;
      const request = em.create(ChangeRequest, {
        origin: '00000000-0000-7000-8000-000000000000',
        project: 'default',
        environment,
        author: principalKey(viewer),
        active: state === 'Draft' || state === 'In review' ? true : null,
        state,
        title: null,
        minApprovals: 2,
        createdByUserId: viewer.id,
        createdBy: viewer.name,
        createdAt: new Date('2020-06-01T00:00:00Z'),
        stateTimestamps: { [state]: since.toISOString() },
        lastCommentId: 0,
        attempt: 0,
        applyingByClock: false,
        applyingSince: null,
        applyingActor: null,
      });
      await em.flush();
      const author = { createdByUserId: viewer.id, createdBy: viewer.name, author: principalKey(viewer), createdAt: since };
      const change = {
        requestId: request.id,
        sortOrder: 1,
        action: 'addStrategy',
        feature,
        segment: null,
        payload,
        snapshot: null,
      } as const;
      em.create(ProposedChange, { ...change, ...author });
      await storeContent(em, request);
      return request.id;
    });
  const payloadsOf = async (id: number) =>
    (await app.as(app.users.admin).get(`${path}/${id}`)).body.features.flatMap(({ changes }: { changes: { payload: object }[] }) =>
      changes.map(({ payload }) => payload),
    );

  it('shows drafts only to their author and to administrators', async () => {
    const [draft, sent] = [await store('Draft'), await store('In review', 'development')];
    const idsFor = async (user: keyof typeof app.users) =>
      (await app.as(app.users[user] as never).get(path)).body.map(({ id }: { id: number }) => id);
    deepEqual(await idsFor('viewer'), [sent, draft]);
    deepEqual(await idsFor('admin'), [sent, draft]);
    deepEqual(await idsFor('editor'), [sent]);
    equal((await app.as(app.users.editor).get(`${path}/${draft}`)).status, 404);
  });

  it('reads neither payloads nor snapshots, and contains the stored content hash', async () => {
    const id = await store('Cancelled', 'production', { payload: { name: 'x'.repeat(1000) } });
    const others = ['count', 'actionable', 'scheduled?feature=cart'].map((list) => `${path}/${list}`);
    let listed: { id: number; contentHash?: string }[] = [];
    for (const list of [path, '/api/admin/search/change-requests', '/api/admin/inbox', ...others]) {
      const statements = await statementsOf(app.store('change-requests'), async () => {
        const { status, body } = await app.as(app.users.admin).get(list);
        equal(status, 200, list);
        if (list === path) listed = body;
      });
      deepEqual(
        statements.filter((sql) => /payload[`"]|snapshot/.test(sql)),
        [],
        list,
      );
      if (list === path)
        equal(
          statements.some((sql) => sql.includes('proposed_change')),
          true,
        );
    }
    const { contentHash } = (await app.as(app.users.admin).get(`${path}/${id}`)).body;
    equal(listed.find((request) => request.id === id)?.contentHash, contentHash);
  });

  it('includes payloads of pending requests up to 4 MB, newest first', async () => {
    const environments = Array.from({ length: 6 }, (_, index) => `pending-${index}`);
    for (const environment of environments) await store('In review', environment, { payload: { name: 'x'.repeat(900_000) } });
    const { body } = await app.as(app.users.editor).get(`${path}/pending/${feature}`);
    const sizes = body
      .filter(({ environment }: { environment: string }) => environment.startsWith('pending-'))
      .map(
        ({ features }: { features: { changes: { payload: { name?: string } }[] }[] }) => features[0]?.changes[0]?.payload.name?.length ?? 0,
      );
    deepEqual(sizes, [900_000, 900_000, 900_000, 900_000, 0, 0]);
  });

  it('lists open requests of a feature, also scheduled ones', async () => {
    for (const state of ['Draft', 'Scheduled', 'Applied'] as const) await store(state, `open-${state}`);
    const { body } = await app.as(app.users.admin).get(`${path}/pending/${feature}`);
    const found = body.map(({ environment }: { environment: string }) => environment).filter((name: string) => name.startsWith('open-'));
    deepEqual(found, ['open-Scheduled', 'open-Draft']);
  });

  it('keeps the hash of a request whose payloads were dropped 30 days after its cancellation', async () => {
    const old = { since: new Date('2020-07-01T00:00:00Z'), payload: { name: 'default' } };
    const [cancelled, applied] = [await store('Cancelled', 'production', old), await store('Applied', 'production', old)];
    const recent = await store('Rejected', 'production', { payload: { name: 'default' } });
    const hashOf = async (id: number) => (await app.as(app.users.admin).get(`${path}/${id}`)).body.contentHash;
    await eventually(async () => equal((await app.as(app.users.admin).get(`${path}/${cancelled}`)).body.payloadsDropped, true));
    deepEqual([await payloadsOf(cancelled), await payloadsOf(applied), await payloadsOf(recent)], [[{}], [old.payload], [old.payload]]);
    equal(await hashOf(cancelled), await hashOf(applied));
  });
});
