import { deepEqual, equal, match } from 'node:assert/strict';
import { type Freeze, type Principal, type Protection, roleIds } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { addProject } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { plainPolicy } from './protected-environment.ts';
import { weakenings } from './weakenings.ts';

const now = new Date('2026-06-01T12:00:00Z');
const freeze: Freeze = { name: 'Sale', start: '2026-07-01T00:00', end: '2026-07-02T00:00', timeZone: 'UTC', repeats: 'never' };
const strict: Protection = {
  requiredApprovals: 2,
  selfApproval: false,
  reviewers: { groups: [3], roles: [] },
  secondApprovalAbove: 0.2,
  freezes: [freeze],
  reasonRequired: true,
};

describe('a weaker protection', () => {
  const relaxed: [string, Partial<Protection>][] = [
    ['fewer approvals', { requiredApprovals: 1 }],
    ['approval by authors', { selfApproval: true }],
    ['more reviewers', { reviewers: null }],
    ['more reviewers', { reviewers: { groups: [4], roles: [] } }],
    ['fewer second approvals', { secondApprovalAbove: null }],
    ['fewer second approvals', { secondApprovalAbove: 0.3 }],
    ['fewer freezes', { freezes: [] }],
    ['fewer freezes', { freezes: [{ ...freeze, end: '2026-07-01T12:00' }] }],
    ['no required reason', { reasonRequired: false }],
  ];
  for (const [name, change] of relaxed)
    it(`has ${name}: ${JSON.stringify(change)}`, () => deepEqual(weakenings(strict, { ...strict, ...change }, now), [name]));

  it('is no protection', () => deepEqual(weakenings(strict, null, now), ['no protection']));

  it('is none of these changes', () => {
    const plain: Protection = { requiredApprovals: 1, ...plainPolicy };
    deepEqual(weakenings(plain, strict, now), []);
    deepEqual(weakenings(strict, { ...strict, recentContexts: true }, now), []);
    deepEqual(weakenings(strict, { ...strict, freezes: [] }, new Date('2026-07-02T00:00:00Z')), []);
  });
});

describe('weakening the protection of an environment', () => {
  let app: TestApp;
  let project: string;
  let number = 0;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());
  beforeEach(async () => {
    project = `guarded-${(number += 1)}`;
    await addProject(app, project);
    equal((await configure(app.users.admin, { changeRequestsEnabled: true, requiredApprovals: 2 })).status, 200);
  });

  const configure = (user: Principal, body: object, reason?: string) =>
    app
      .as(user)
      .put(
        `/api/admin/projects/${project}/environments/production/change-requests/config`,
        body,
        reason === undefined ? {} : { headers: { 'x-change-reason': reason } },
      );
  const holder = async (...roles: number[]) => {
    const user = app.users.someone();
    for (const role of roles) await app.users.grant(user, role, project);
    return user;
  };
  const off = { changeRequestsEnabled: false };
  const fewer = { changeRequestsEnabled: true, requiredApprovals: 1 };

  it('is refused to members who may update the project, owners, editors and service accounts', async () => {
    const member = await holder(roleIds.member, await app.users.role({ permission: 'UPDATE_PROJECT' }));
    const owner = await holder(roleIds.owner);
    const editor = app.users.someone(roleIds.editor);
    await app.users.grant(editor, roleIds.owner, project);
    const account: Principal = { ...(await holder(roleIds.owner)), kind: 'service-account' };
    for (const user of [member, owner, editor, account])
      for (const body of [off, fewer]) {
        const refusal = await configure(user, body, 'please');
        deepEqual([refusal.status, refusal.body.permissions], [403, ['SKIP_CHANGE_REQUEST']], user.name);
        match(refusal.body.message, /Weakening the protection of environment production .*Ask an administrator/);
      }
    equal((await configure(owner, { ...fewer, requiredApprovals: 3, reasonRequired: true })).status, 200);
  });

  it('is a direct write of administrators and of holders of SKIP_CHANGE_REQUEST who may update the project', async () => {
    const skip = await app.users.role({ permission: 'SKIP_CHANGE_REQUEST', environment: 'production' });
    for (const user of [app.users.admin, app.users.adminToken, await holder(roleIds.owner, skip)]) {
      for (const [body, reason] of [
        [fewer, 'too slow'],
        [off, undefined],
      ] as const) {
        const events = await app.eventsOf('toggles', async () => equal((await configure(user, body, reason)).status, 200));
        const kinds = events.map(({ type }) => type);
        deepEqual(kinds, ['protection-bypassed', 'change-request-configuration-updated'], user.name);
        const [bypass] = events.map(({ data }) => data as { reason: string; reasonFollows?: true });
        deepEqual([bypass?.reason === reason, bypass?.reasonFollows === true], [reason !== undefined, reason === undefined]);
      }
      equal((await configure(app.users.admin, { changeRequestsEnabled: true, requiredApprovals: 2 })).status, 200);
    }
  });

  it('is not recorded for a first or stronger protection, or for one that stays as it is', async () => {
    const events = await app.eventsOf('toggles', async () => {
      for (const body of [{ changeRequestsEnabled: true }, { changeRequestsEnabled: true, requiredApprovals: 3 }])
        equal((await configure(app.users.admin, body, 'no need')).status, 200);
    });
    deepEqual(
      events.map(({ type }) => type),
      ['change-request-configuration-updated'],
    );
  });
});
