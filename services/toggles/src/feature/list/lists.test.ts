import { deepEqual, equal, match } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { dayMs, type OpenContext } from '@signalbox/kit';
import { roleIds } from '@signalbox/contracts';
import { eventually, type TestApp, start } from '@signalbox/testing';
import { addProject, postFeatures } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { featureEnvironmentPath } from '../strategy/strategy.fixture.ts';
import { postSegment, segments } from '../segment/segment.fixture.ts';
import { tablesOf } from '../../tables/tables.ts';
import { forgetLists, forgetListsJob, unusedDays } from './forget-lists.ts';

const lists = '/api/admin/segment-lists';
const hashOf = (...ids: string[]): string =>
  createHash('sha256')
    .update(ids.map((id) => `${id}\n`).join(''))
    .digest('hex');

describe('lists of ids', () => {
  let app: TestApp;
  let forget: (() => Promise<void>) | undefined;
  let passedDays = 0;
  before(async () => {
    const run = async (context: OpenContext) => {
      forget = () => forgetLists(context);
    };
    app = await start([{ ...toggles, jobs: [{ ...forgetListsJob, everyMs: 20, run }] }], {
      jobs: true,
      settings: { LIST_IDS: '5000' },
      effects: { now: () => new Date(Date.now() + passedDays * dayMs) },
    });
    await eventually(async () => equal(typeof forget, 'function'));
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const upload = (raw: string, type = 'text/plain', path = lists) =>
    editor().post(path, undefined, { raw, headers: { 'content-type': type } });
  const listed = (value: string) => ({ contextName: 'userId', operator: 'IN_LIST', value });
  const answerOf = (ids: string[], duplicates: number) => ({ hash: hashOf(...ids), size: ids.length, duplicates, serverOnly: false });

  it('are uploaded as text or CSV, without events, and downloaded sorted', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await upload('bob\nann\n\nbob\n');
      deepEqual([status, body], [201, answerOf(['ann', 'bob'], 1)]);
      const csv = await upload('name,id\n"B, jr",bob\nA,ann\n', 'text/csv; charset=utf-8', `${lists}?column=id`);
      deepEqual([csv.status, csv.body], [201, answerOf(['ann', 'bob'], 0)]);
    });
    deepEqual(events, []);
    const { status, headers, body } = await editor().get(`${lists}/${hashOf('ann', 'bob')}`);
    deepEqual([status, headers['content-type'], body], [200, 'text/plain; charset=utf-8', 'ann\nbob\n']);
    equal((await editor().get(`${lists}/${hashOf('nobody')}`)).status, 404);
  });

  it('are stored in chunks, and a repeated upload stores only what is missing', async () => {
    const ids = Array.from({ length: 5000 }, (_, index) => `user-${'x'.repeat(100)}-${index}`).toSorted();
    const db = app.store('toggles').reader().getKysely<{ segment_list_chunk: { hash: string; chunk: number } }>();
    const chunks = async () =>
      (
        await db
          .selectFrom('segment_list_chunk')
          .where('hash', '=', hashOf(...ids))
          .selectAll()
          .execute()
      ).length;
    equal((await upload(ids.join('\n'))).status, 201);
    const count = await chunks();
    equal(count > 8, true);
    await app.store('toggles').transaction(async (em) => {
      await tablesOf(em).deleteFrom('segment_list_chunk').where('chunk', 'in', [2, 7]).execute();
      await tablesOf(em).deleteFrom('segment_list').execute();
    });
    equal((await editor().get(`${lists}/${hashOf(...ids)}`)).status, 404);
    equal((await upload(ids.toReversed().join('\n'))).status, 201);
    equal(await chunks(), count);
    equal((await editor().get(`${lists}/${hashOf(...ids)}`)).body, ids.map((id) => `${id}\n`).join(''));
  });

  for (const [what, raw, type, status, problem] of [
    ['above the limit', Array.from({ length: 5001 }, (_, index) => index).join('\n'), 'text/plain', 400, /at most 5000 ids; got 5001/],
    ['without ids', ' \n', 'text/plain', 400, /at least one id/],
    ['with a control character', 'a\tb', 'text/plain', 400, /control characters/],
    ['as JSON', '["a"]', 'application/json', 415, /text\/plain or text\/csv/],
  ] as const) {
    it(`are refused ${what}`, async () => {
      const answer = await upload(raw, type);
      equal(answer.status, status);
      match(answer.body.message, problem);
    });
  }

  it('require a permission to write segments in some project', async () => {
    await addProject(app, 'shop');
    const owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'shop');
    const options = { raw: 'a', headers: { 'content-type': 'text/plain' } };
    const statusFor = async (user: Parameters<TestApp['as']>[0]) => (await app.as(user).post(lists, undefined, options)).status;
    deepEqual([await statusFor(owner), await statusFor(app.users.viewer), await statusFor(null)], [201, 403, 401]);
  });

  it('are used by segments that name their hash, and only by segments', async () => {
    const { body } = await upload('ann\n');
    const id = await postSegment(app, 'listed', { constraints: [listed(body.hash)] });
    const read = (await editor().get(`${segments}/${id}`)).body;
    deepEqual(read.constraints, [{ ...listed(body.hash), values: [] }]);
    deepEqual([read.lists, read.serverOnly], [[{ hash: body.hash, size: 1 }], false]);
    const found = (await editor().get(segments)).body.segments.find((one: { id: number }) => one.id === id);
    deepEqual([found.lists, found.serverOnly], [read.lists, false]);
    equal('localApplications' in (await editor().get(`${segments}/${id}/strategies`)).body, false);
    const unknown = await editor().post(segments, { name: 'unknown', constraints: [listed(hashOf('never'))] });
    deepEqual([unknown.status, unknown.body.details[0].path], [400, 'constraints/0/value']);
    match(unknown.body.message, /Upload the list first/);
    equal((await editor().post(segments, { name: 'no-hash', constraints: [listed('x')] })).body.details[0].path, 'constraints/0/value');
    await postFeatures(app, ['strict']);
    const strategy = { name: 'default', constraints: [listed(body.hash)] };
    const refused = await editor().post(`${featureEnvironmentPath('strict')}/strategies`, strategy);
    deepEqual([refused.status, refused.body.details[0].path], [400, 'constraints/0/operator']);
  });

  it('are deleted when no segment has named them for 90 days, and chunks of a broken upload after a day', async () => {
    const [named, dropped, unused] = [await upload('named'), await upload('dropped'), await upload('unused')].map(({ body }) => body.hash);
    await postSegment(app, 'names-one', { constraints: [listed(named)] });
    const id = await postSegment(app, 'drops-one', { constraints: [listed(dropped)] });
    await app.store('toggles').transaction(async (em) => {
      await tablesOf(em).insertInto('segment_list_chunk').values({ hash: 'broken', chunk: 0, ids: 'x\n', created_at: 0 }).execute();
    });
    const runAfter = async (days: number) => {
      passedDays += days;
      await forget?.();
    };
    const found = async () =>
      Promise.all([named, dropped, unused].map(async (hash) => (await editor().get(`${lists}/${hash}`)).status === 200));
    await runAfter(unusedDays - 1);
    equal((await editor().put(`${segments}/${id}`, { name: 'drops-one', constraints: [] })).status, 204);
    deepEqual(await found(), [true, true, true]);
    await runAfter(2);
    deepEqual(await found(), [true, true, false]);
    await runAfter(unusedDays);
    deepEqual(await found(), [true, false, false]);
    const db = app.store('toggles').reader().getKysely<{ segment_list_chunk: { hash: string } }>();
    deepEqual(await db.selectFrom('segment_list_chunk').where('hash', '=', 'broken').selectAll().execute(), []);
  });
});
