import { deepEqual, equal, match } from 'node:assert/strict';
import { type Freeze, principalKey, roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { postFeatures } from '../../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath } from '../../feature/strategy/strategy.fixture.ts';
import { toggles } from '../../service.ts';

const always: Freeze = { name: 'Holidays', start: '2020-01-01T00:00', end: '2120-01-01T00:00', timeZone: 'UTC', repeats: 'never' };
const longAgo: Freeze = { ...always, name: 'Long ago', end: '2021-01-01T00:00' };
const because = (reason: string) => ({ headers: { 'x-change-reason': reason } });

describe('break-glass', () => {
  let app: TestApp;
  const production = featureEnvironmentPath('cart', 'production');
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['cart', 'gone']);
  });
  after(() => app.close());

  const demand = async (policy: object, environment = 'production') => {
    const body = { changeRequestsEnabled: true, freezes: [], reasonRequired: false, ...policy };
    const path = `/api/admin/projects/default/environments/${environment}/change-requests/config`;
    equal((await app.as(app.users.admin).put(path, body)).status, 200);
  };
  const turn = async (how: 'on' | 'off', options = {}, user = app.users.admin) => {
    let answer;
    const events = await app.eventsOf('toggles', async () => {
      answer = await app.as(user).post(`${production}/${how}`, undefined, options);
    });
    const { status, body } = answer as unknown as Awaited<ReturnType<ReturnType<TestApp['as']>['post']>>;
    return { status, body, events: events.map(({ type }) => type), first: events[0] };
  };
  const reset = async () => void (await turn('off', because('for the next test')));

  it('needs no reason if the policy requires none, and emits none', async () => {
    await demand({ freezes: [longAgo] });
    const { status, events } = await turn('on');
    equal(status, 200);
    deepEqual(events, ['feature-strategy-add', 'feature-environment-enabled']);
    await reset();
  });

  it('is refused without a required reason to users who may skip change requests', async () => {
    await demand({ reasonRequired: true });
    for (const user of [app.users.admin, app.users.adminToken]) {
      const { status, body, events } = await turn('on', {}, user);
      deepEqual([status, body.name, body.permissions, events], [403, 'NoAccessError', [], []]);
      match(body.message, /Direct changes in environment production of project default require a reason.*X-Change-Reason/);
    }
  });

  it('accepts a reason, and records the name of the freeze', async () => {
    await demand({ freezes: [longAgo, always] });
    const refusal = await turn('on');
    deepEqual([refusal.status, refusal.body.name], [403, 'NoAccessError']);
    match(refusal.body.message, /is frozen until 2120-01-01T00:00:00.000Z \(Holidays\).*X-Change-Reason/);
    const { status, events, first } = await turn('on', because("UTF-8''Brennt%3A%20Gr%C3%B6%C3%9Fe"), app.users.adminToken);
    equal(status, 200);
    deepEqual(events, ['protection-bypassed', 'feature-environment-enabled']);
    deepEqual(
      [first?.createdBy, first?.project, first?.environment, first?.data, first?.preData],
      [
        'admin-token',
        'default',
        'production',
        { author: principalKey(app.users.adminToken), reason: 'Brennt: Größe', frozen: 'Holidays' },
        null,
      ],
    );
    await reset();
  });

  it('is refused to users who may not skip change requests', async () => {
    await demand({ reasonRequired: true });
    const { status, body } = await turn('on', because('please'), app.users.editor);
    deepEqual([status, body.permissions], [403, ['SKIP_CHANGE_REQUEST']]);
  });

  it('requires a reason for project-wide changes if any environment requires one, not only the first', async () => {
    await demand({}, 'development');
    const feature = '/api/admin/projects/default/features/gone';
    for (const [policy, message] of [
      [{ reasonRequired: true }, /environment production of project default require a reason/],
      [{ freezes: [always] }, /environment production of project default is frozen/],
    ] as const) {
      await demand(policy);
      const { status, body } = await app.as(app.users.admin).delete(feature);
      deepEqual([status, body.name], [403, 'NoAccessError']);
      match(body.message, message);
    }
    const [bypassed] = await app.eventsOf('toggles', async () => {
      equal((await app.as(app.users.admin).delete(feature, because('it burns'))).status, 202);
    });
    deepEqual([bypassed?.type, bypassed?.environment], ['protection-bypassed', 'production']);
    await demand({ changeRequestsEnabled: false }, 'development');
  });

  it('emits nothing for a write that changes nothing', async () => {
    await demand({ freezes: [always] });
    const { status, events } = await turn('off', because('nothing to do'));
    deepEqual([status, events], [200, []]);
  });

  it('has no effect on an unprotected environment', async () => {
    const path = featureEnvironmentPath('cart', 'development');
    const events = await app.eventsOf('toggles', async () => {
      equal((await app.as(app.users.editor).post(`${path}/on`, undefined, because('no need'))).status, 200);
    });
    deepEqual(
      events.map(({ type }) => type),
      ['feature-strategy-add', 'feature-environment-enabled'],
    );
  });

  it('refuses an unreadable reason with 400', async () => {
    await demand({ reasonRequired: true });
    for (const reason of [' ', 'x'.repeat(1001), "UTF-8''%FF"]) {
      const { status, body } = await turn('on', because(reason));
      deepEqual([status, body.name], [400, 'BadRequestError']);
    }
  });

  it('accepts users who may skip change requests only in this environment', async () => {
    await demand({ reasonRequired: true });
    const user = app.users.someone(roleIds.editor);
    await app.users.grant(user, await app.users.role({ permission: 'SKIP_CHANGE_REQUEST', environment: 'production' }), 'default');
    equal((await turn('on', {}, user)).status, 403);
    const { events, first } = await turn('on', because('it burns'), user);
    deepEqual([events[0], first?.createdByUserId], ['protection-bypassed', user.id]);
    await reset();
  });
});
