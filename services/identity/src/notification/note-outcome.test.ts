import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  changeRequestScheduledApplicationFailure,
  changeRequestScheduledApplicationSuccess,
  envelopeType,
  exchanges,
  fetchAccess,
  projectUpdated,
  roleIds,
} from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, projectFact, startIdentity } from '../identity-app.fixture.ts';
import { type MailServer, openMailServer, readable } from '../mail-server.fixture.ts';
import { PendingMail } from '../tables/mail.ts';

const inTwoMinutes = 120_000;

describe('the outcome of a scheduled change request', () => {
  let app: IdentityApp;
  let server: MailServer;
  let author: { id: number; username: string };
  before(async () => {
    server = await openMailServer();
    app = await startIdentity({ jobs: true, settings: { SMTP_URL: server.url, BASE_URL: 'https://flags.example' } });
    author = await app.someone(roleIds.viewer);
  });
  after(async () => {
    await app.close();
    await server.close();
  });

  interface Outcome {
    readonly author: number | null;
    readonly scheduledBy: number | null;
    readonly title?: string;
    readonly reason?: string;
    readonly project?: string;
  }
  const receive = async ({ reason, project = 'default', title = 'Turn off express-pay in production', ...more }: Outcome, times = 1) => {
    const { type, version } = reason === undefined ? changeRequestScheduledApplicationSuccess : changeRequestScheduledApplicationFailure;
    const time = new Date().toISOString();
    const content = { changeRequestId: 41, title, ...more, ...(reason !== undefined && { reason }) };
    const scope = { project, environment: 'production', featureName: null };
    const event = { type, createdBy: 'ann', createdByUserId: 7, createdAt: time, ...scope, data: content, preData: null, tags: [] };
    const id = randomUUID();
    const source = '/signalbox/change-requests';
    const frame = { specversion: '1.0', id, source, type: envelopeType(type, version), time, datacontenttype: 'application/json' };
    const body = JSON.stringify({ ...frame, sequence: 1_000_000, data: event });
    for (let index = 0; index < times; index += 1)
      await app.host.bus.publish([{ id, exchange: exchanges.events, key: `change-requests.${type}`, body }]);
    return id;
  };
  const waiting = () => app.store('identity').transaction((em) => em.count(PendingMail));
  const mailsSince = async (count: number, more: number) => {
    await eventually(async () => deepEqual([server.mails.length - count, await waiting()], [more, 0]));
    return server.mails.slice(count).map(readable);
  };

  it('is mailed once to its author and to the user who scheduled it, with a link, even if the event arrives twice', async () => {
    const scheduler = await app.someone(roleIds.viewer);
    const count = server.mails.length;
    const id = await receive({ author: author.id, scheduledBy: scheduler.id, title: 'Christmas' }, 2);
    const mails = await mailsSince(count, 2);
    deepEqual(server.recipients.slice(-2).sort(), [author, scheduler].map(({ username }) => `${username}@signalbox.example`).sort());
    for (const mail of mails) {
      match(mail, /^Subject: Applied as scheduled: Christmas/m);
      match(mail, /Christmas, scheduled for the environment production of the project default, was applied on schedule\./);
      match(mail, /https:\/\/flags\.example\/projects\/default\/change-requests\/41\b/);
    }
    deepEqual(
      mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1] ?? '').sort(),
      [author, scheduler].map((user) => `<${id}.${user.id}@signalbox>`).sort(),
    );
  });

  it('includes the reason for a failure, and is mailed once if the author scheduled it', async () => {
    const { id } = author;
    const count = server.mails.length;
    await receive({ author: id, scheduledBy: id, reason: 'The feature lamp was archived by ann after this was scheduled.' });
    const [mail = ''] = await mailsSince(count, 1);
    match(mail, /^Subject: Not applied: Turn off express-pay in production/m);
    match(mail, /The feature lamp was archived by ann after this was scheduled\./);
  });

  it('cannot inject mail headers through the title', async () => {
    const { id } = author;
    const count = server.mails.length;
    await receive({ author: id, scheduledBy: null, title: 'Party\r\nBcc: all@signalbox.example' });
    const [mail = ''] = await mailsSince(count, 1);
    equal(/^Bcc:/im.test(mail.split('\r\n\r\n')[0] ?? ''), false);
  });

  it('is not mailed to deleted users, service accounts and tokens', async () => {
    const gone = await app.someone(roleIds.viewer);
    equal((await app.admin.delete(`/api/admin/user-admin/${gone.id}`)).status, 200);
    const { body: robot } = await app.admin.post('/api/admin/service-account', { username: 'robot', rootRole: roleIds.viewer });
    const count = server.mails.length;
    await receive({ author: gone.id, scheduledBy: robot.id });
    await receive({ author: null, scheduledBy: null });
    await receive({ author: null, scheduledBy: author.id });
    await mailsSince(count, 1);
    equal(server.recipients.at(-1), `${author.username}@signalbox.example`);
  });

  it('is not mailed to users who cannot see the project', async () => {
    const { id } = author;
    await app.publishProject('secret');
    const [before, after] = [projectFact('secret'), { ...projectFact('secret'), mode: 'private' }];
    await app.publishFromToggles(projectUpdated, { project: 'secret', data: after, preData: before });
    await eventually(async () =>
      equal((await app.host.ask(fetchAccess, {})).projects.find((project) => project.id === 'secret')?.mode, 'private'),
    );
    const count = server.mails.length;
    await receive({ author: id, scheduledBy: null, project: 'secret' });
    await eventually(async () => {
      const [mail] = await app.store('identity').reader().find(PendingMail, { userId: id });
      equal(mail?.attempts, 1);
    });
    equal(server.mails.length, count);
    app.wait(25 * 3_600_000);
    await eventually(async () => equal(await waiting(), 0));
    equal(server.mails.length, count);
  });

  it('does not affect the projection of toggles or the access state', async () => {
    const { id } = author;
    const before = await app.host.ask(fetchAccess, {});
    const count = server.mails.length;
    await receive({ author: id, scheduledBy: null });
    await mailsSince(count, 1);
    deepEqual({ ...(await app.host.ask(fetchAccess, {})), version: 0 }, { ...before, version: 0 });
  });

  it('is mailed again, as the same mail, if the process died before deleting it', async () => {
    const { id } = author;
    const eventId = randomUUID();
    const outcome = { id: 41, title: 'Again', project: 'default', environment: 'production', reason: null };
    const at = new Date(Date.now() + 25 * 3_600_000);
    const count = server.mails.length;
    await app.store('identity').transaction(async (em) => {
      em.create(PendingMail, {
        eventId,
        userId: id,
        outcome: JSON.stringify(outcome),
        attempts: 1,
        sendAt: new Date(at.getTime() + inTwoMinutes),
        createdAt: at,
      });
      await em.flush();
    });
    app.wait(2 * inTwoMinutes);
    const [mail = ''] = await mailsSince(count, 1);
    match(mail, new RegExp(`^Message-ID: <${eventId}\\.${id}@signalbox>`, 'm'));
  });

  it('waits while the server rejects the mail', async () => {
    const { id } = author;
    server.refuse();
    await receive({ author: id, scheduledBy: null });
    await eventually(async () => {
      const [mail] = await app.store('identity').reader().find(PendingMail, { userId: id });
      equal(mail?.attempts, 1);
    });
    app.wait(2 * inTwoMinutes);
    await eventually(async () => {
      const [mail] = await app.store('identity').reader().find(PendingMail, { userId: id });
      equal(mail?.attempts, 2);
    });
  });

  it('is not mailed without a mail server', async () => {
    const silent = await startIdentity();
    const { id } = author;
    const own = app;
    app = silent;
    await receive({ author: id, scheduledBy: null });
    await silent.publishProject('after-it');
    equal(await waiting(), 0);
    app = own;
    await silent.close();
  });
});
