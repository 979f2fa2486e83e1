import { deepEqual, equal } from 'node:assert/strict';
import { principalKey } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { ChangeRequest } from '../request/change-request.ts';
import type { State } from '../request/state-machine.ts';
import { changeRequests } from '../service.ts';

const path = '/api/admin/projects/default/change-requests';

describe('list change requests', () => {
  let app: TestApp;
  before(async () => {
    app = await start([changeRequests]);
  });
  after(() => app.close());

  const store = (state: State, environment = 'production') =>
    app.store('change-requests').transaction(async (em) => {
      const { viewer } = app.users;
      const request = em.create(ChangeRequest, {
        origin: '00000000-0000-7000-8000-000000000000',
        project: 'default',
        environment,
        author: principalKey(viewer),
        active: true,
        state,
        title: null,
        minApprovals: 2,
        createdByUserId: viewer.id,
        createdBy: viewer.name,
        createdAt: new Date('2026-06-01T00:00:00Z'),
        stateTimestamps: {},
        applyingSince: null,
        applyingActor: null,
      });
      await em.flush();
      return request.id;
    });

  it('shows drafts to their author and to administrators alone', async () => {
    const [draft, sent] = [await store('Draft'), await store('In review', 'development')];
    const idsFor = async (user: keyof typeof app.users) =>
      (await app.as(app.users[user] as never).get(path)).body.map(({ id }: { id: number }) => id);
    deepEqual(await idsFor('viewer'), [sent, draft]);
    deepEqual(await idsFor('admin'), [sent, draft]);
    deepEqual(await idsFor('editor'), [sent]);
    equal((await app.as(app.users.editor).get(`${path}/${draft}`)).status, 404);
  });
});
