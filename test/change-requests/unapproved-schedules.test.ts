import { equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type Account, type AccountsApp, must, openAccountsApp } from './accounts-app.fixture.ts';
import { requests, switchOn } from './changes-app.fixture.ts';

const inAMinute = 60_000;
const project = '/api/admin/projects/default';

describe('a schedule that nobody approved', () => {
  let at: AccountsApp;
  let count = 0;
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  before(async () => {
    at = await openAccountsApp({ effects: { now } });
  });
  after(() => at.close());

  async function scheduled({ client }: Account): Promise<{ readonly id: number; readonly feature: string }> {
    const feature = `scheduled-${++count}`;
    must(await at.admin.post(`${project}/features`, { name: feature }));
    const scheduledAt = new Date(now().getTime() + inAMinute).toISOString();
    const body = { changes: [switchOn(feature)], scheduledAt };
    const { id } = must(await client.post(`${project}/environments/development/scheduled-changes`, body));
    return { id, feature };
  }
  async function failsBecause(reason: RegExp, { id, feature }: { readonly id: number; readonly feature: string }) {
    offsetMs += inAMinute;
    await eventually(async () => equal(must(await at.admin.get(`${requests}/${id}`)).schedule?.status, 'failed'));
    match(must(await at.admin.get(`${requests}/${id}`)).schedule.failureReason, reason);
    equal(must(await at.admin.get(`${project}/features/${feature}/environments/development`)).enabled, false);
  }

  it('fails if its author has lost the role that permits the change', async () => {
    const member = await at.account('member');
    await at.grant(`users/${member.id}`, roleIds.member);
    const schedule = await scheduled(member);
    must(await at.admin.delete(`${project}/users/${member.id}/roles`));
    await failsBecause(
      /^member@.*, who scheduled .* no longer has the permission UPDATE_FEATURE_ENVIRONMENT in environment development/,
      schedule,
    );
  });

  it('fails if its author has another root role', async () => {
    const editor = await at.account('editor', roleIds.editor);
    const schedule = await scheduled(editor);
    must(await at.admin.put(`/api/admin/user-admin/${editor.id}`, { rootRole: roleIds.viewer }));
    await failsBecause(/no longer has the permission/, schedule);
  });

  it('fails if its author has left the group that permits the change', async () => {
    const author = await at.account('grouped');
    const group = await at.group('operators', [author]);
    await at.grant(`groups/${group}`, roleIds.member);
    await eventually(async () => equal((await author.client.get(project)).status, 200));
    const schedule = await scheduled(author);
    must(await at.admin.put(`/api/admin/groups/${group}`, { name: 'operators', users: [] }));
    await failsBecause(/no longer has the permission/, schedule);
  });

  it('fails if the account of its author was deleted', async () => {
    const editor = await at.account('leaver', roleIds.editor);
    const schedule = await scheduled(editor);
    must(await at.admin.delete(`/api/admin/user-admin/${editor.id}`));
    await eventually(async () => equal(must(await at.admin.get(`${requests}/${schedule.id}`)).schedule.schedulerDeleted, true));
    await failsBecause(/^The account of .*, who scheduled these changes, was deleted, and nobody approved them\.$/, schedule);
  });

  it('is applied if its author still may make the change', async () => {
    const editor = await at.account('stayer', roleIds.editor);
    const { id } = await scheduled(editor);
    offsetMs += inAMinute;
    await eventually(async () => equal(must(await at.admin.get(`${requests}/${id}`)).state, 'Applied'));
  });
});
