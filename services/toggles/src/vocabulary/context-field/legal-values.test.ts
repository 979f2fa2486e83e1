import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';

const context = '/api/admin/context';

describe('legal values of a context field', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await editor().post(context, { name: 'plan', sortOrder: 3, legalValues: [{ value: 'gold' }] });
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const add = (value: string, more: object = {}) => editor().post(`${context}/plan/legal-values`, { value, ...more });
  const remove = (value: string) => editor().delete(`${context}/plan/legal-values/${encodeURIComponent(value)}`);
  const values = async () => (await editor().get(`${context}/plan`)).body.legalValues;

  it('are added one by one, with events that contain the previous field', async () => {
    const { body: before } = await editor().get(`${context}/plan`);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await add('a/b', { description: 'With a slash' });
      deepEqual([status, body], [200, '']);
    });
    const legalValues = [{ value: 'gold' }, { value: 'a/b', description: 'With a slash' }];
    deepEqual(await values(), legalValues);
    const { createdAt: _createdAt, sortOrder: _sortOrder, ...preData } = before;
    deepEqual(
      events.map(({ type, data, preData: was }) => ({ type, data, was })),
      [{ type: 'context-field-updated', data: { ...before, legalValues }, was: preData }],
    );
  });

  it('get a new description in place, without an event if nothing changes', async () => {
    const events = await app.eventsOf('toggles', async () => {
      for (let times = 0; times < 2; times++) equal((await add('gold', { description: 'Paid' })).status, 200);
    });
    equal(events.length, 1);
    deepEqual((await values())[0], { value: 'gold', description: 'Paid' });
  });

  it('are removed one by one, and unknown ones are refused with 404', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await remove('a/b');
      deepEqual([status, body], [200, '']);
      equal((await remove('a/b')).status, 404);
    });
    deepEqual([events.length, await values()], [1, [{ value: 'gold', description: 'Paid' }]]);
  });

  it('are all stored when several are added simultaneously', async () => {
    const added = ['one', 'two', 'three', 'four'];
    const answers = await Promise.all(added.map((value) => add(value)));
    deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const known = (await values()).map(({ value }: { value: string }) => value);
    deepEqual(new Set(known), new Set([...added, 'gold']));
    equal(known.length, 5);
  });

  it('are refused if empty or too long, for an unknown field, and from viewers', async () => {
    for (const value of ['', 'x'.repeat(101)]) equal((await add(value)).status, 400);
    equal((await editor().post(`${context}/nowhere/legal-values`, { value: 'x' })).status, 404);
    const viewer = app.as(app.users.viewer);
    equal((await viewer.post(`${context}/plan/legal-values`, { value: 'x' })).status, 403);
    equal((await viewer.delete(`${context}/plan/legal-values/gold`)).status, 403);
    equal((await app.as(null).post(`${context}/plan/legal-values`, { value: 'x' })).status, 401);
  });
});
