import { deepEqual, equal, match } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { type MailServer, openMailServer, readable } from '../../services/identity/src/mail-server.fixture.ts';
import { requests } from './changes-app.fixture.ts';
import { must, openAccountsApp, type AccountsApp, type Account } from './accounts-app.fixture.ts';

const inAMinute = 60_000;

describe('mail about scheduled change requests', () => {
  let at: AccountsApp;
  let server: MailServer;
  let author: Account;
  let scheduler: Account;
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  before(async () => {
    server = await openMailServer();
    at = await openAccountsApp({ settings: { SMTP_URL: server.url, BASE_URL: 'https://flags.example' }, effects: { now } });
    for (const name of ['lamp', 'bell']) must(await at.admin.post('/api/admin/projects/default/features', { name }));
    author = await at.account('author');
    scheduler = await at.account('scheduler');
    await at.grant(`users/${scheduler.id}`, await at.role('decides', 'APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST'));
  });
  after(async () => {
    await at.close();
    await server.close();
  });

  const scheduled = async (feature: string) => {
    const id = await at.inReview(author, feature);
    for (const requested of [
      { state: 'Approved' },
      { state: 'Scheduled', scheduledAt: new Date(now().getTime() + inAMinute).toISOString() },
    ])
      await eventually(async () => void must(await scheduler.client.put(`${requests}/${id}/state`, requested)));
    return id;
  };
  const mailsTo = (...accounts: readonly Account[]) => {
    const count = server.mails.length - accounts.length;
    deepEqual(server.recipients.slice(count).sort(), accounts.map(({ email }) => email).sort());
    return server.mails.slice(count).map(readable);
  };

  it('notifies the author and the scheduler that it was applied', async () => {
    const id = await scheduled('lamp');
    offsetMs += inAMinute;
    await eventually(() => equal(server.mails.length, 2));
    for (const mail of mailsTo(author, scheduler)) {
      match(mail, /Applied as scheduled: Turn on lamp in production/);
      match(mail, new RegExp(`https://flags\\.example/projects/default/change-requests/${id}`));
    }
  });

  it('gives users who still have an account the reason why a request was not applied', async () => {
    const id = await scheduled('bell');
    must(await at.admin.delete(`/api/admin/user-admin/${scheduler.id}`));
    await eventually(async () => equal(must(await author.client.get(`${requests}/${id}`)).schedule.schedulerDeleted, true));
    must(await at.admin.post('/api/admin/projects/default/archive', { features: ['bell'] }));
    await eventually(() => equal(server.mails.length, 3));
    const [mail = ''] = mailsTo(author);
    match(mail, /Not applied: /);
    match(mail, /The feature bell was archived by/);
    const { comments, schedule } = must(await author.client.get(`${requests}/${id}`));
    equal(schedule.status, 'failed');
    match(
      comments[0].text,
      /The account of scheduler@signalbox\.example, who scheduled this change request, was deleted\. It will still be applied/,
    );
  });
});
