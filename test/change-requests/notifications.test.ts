import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { requests } from './changes-app.fixture.ts';
import { type Account, type AccountsApp, becomes, must, openAccountsApp } from './accounts-app.fixture.ts';

const drafts = '/api/admin/projects/default/environments/production/change-requests';

describe('notifications about change requests', () => {
  let at: AccountsApp;
  let author: Account;
  let reviewer: Account;
  let other: Account;
  before(async () => {
    at = await openAccountsApp();
    for (const name of ['lamp', 'bell', 'horn']) must(await at.admin.post('/api/admin/projects/default/features', { name }));
    author = await at.account('author');
    reviewer = await at.account('reviewer');
    other = await at.account('other');
    const decides = await at.role('decides', 'APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST');
    for (const { id } of [reviewer, other]) await at.grant(`users/${id}`, decides);
    const available = async () =>
      must(await author.client.get('/api/admin/projects/default/change-requests/available-reviewers/production')).reviewers.map(
        ({ id }: { id: number }) => id,
      );
    await becomes(available, 1, reviewer.id, other.id);
  });
  after(() => at.close());

  const linesOf = async ({ client }: Pick<Account, 'client'>) =>
    (must(await client.get('/api/admin/user/notifications')).notifications as { kind: string; text: string; changeRequest: number }[]).map(
      ({ kind, text, changeRequest }) => `${kind} ${changeRequest}: ${text}`,
    );
  const newest = (account: Pick<Account, 'client'>, ...lines: string[]) =>
    eventually(async () => deepEqual((await linesOf(account)).slice(0, lines.length), lines));
  const move = async (account: Account, id: number, state: string) =>
    eventually(async () => void must(await account.client.put(`${requests}/${id}/state`, { state })));

  it('reach all who may approve, and the author once others decide', async () => {
    const id = await at.inReview(author, 'lamp');
    const title = 'Turn on lamp in production';
    for (const account of [reviewer, other]) await newest(account, `approval ${id}: ${author.email} requests your approval: ${title}`);
    deepEqual(await linesOf(author), []);
    await move(reviewer, id, 'Approved');
    await newest(author, `request ${id}: ${reviewer.email} approved: ${title}`);
    await move(other, id, 'Applied');
    await newest(author, `request ${id}: ${other.email} applied: ${title}`);
    equal((await linesOf(reviewer)).length, 1);
  });

  it('reach only the requested reviewers, each once', async () => {
    const { id } = must(await author.client.post(drafts, { action: 'updateEnabled', feature: 'bell', payload: { enabled: true } }));
    const before = await linesOf(other);
    must(await author.client.put(`${requests}/${id}/approvers`, { reviewers: [reviewer.id] }));
    await move(author, id, 'In review');
    const line = `approval ${id}: ${author.email} requests your approval: Turn on bell in production`;
    await newest(reviewer, line);
    deepEqual(await linesOf(other), before);
    must(await author.client.put(`${requests}/${id}/approvers`, { reviewers: [reviewer.id, other.id] }));
    await newest(other, line);
    equal((await linesOf(reviewer)).filter((each) => each === line).length, 1);
    await move(reviewer, id, 'Rejected');
    await newest(author, `request ${id}: ${reviewer.email} rejected: Turn on bell in production`);
  });

  it('say nothing about drafts, and nothing to users about their own moves', async () => {
    const before = await linesOf(author);
    const emitted = await at.app.eventsOf('change-requests', async () => {
      const { id } = must(await author.client.post(drafts, { action: 'updateEnabled', feature: 'horn', payload: { enabled: true } }));
      must(await at.admin.put(`${requests}/${id}/state`, { state: 'Cancelled' }));
    });
    const cancelled = emitted.find(({ type }) => type === 'change-request-cancelled');
    deepEqual(Object.keys(cancelled?.data ?? {}), ['changeRequestId']);
    const id = await at.inReview(author, 'horn');
    await move(author, id, 'Cancelled');
    const sent = await at.inReview(author, 'horn');
    await newest(reviewer, `approval ${sent}: ${author.email} requests your approval: Turn on horn in production`);
    deepEqual(await linesOf(author), before);
  });
});
