import { deepEqual, equal, match } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { ChangeRequest } from '../../services/change-requests/src/request/change-request.ts';
import { type ChangesApp, openChangesApp, proposals, requests, rollOut, switchOn } from './changes-app.fixture.ts';

/** One feature cannot hold 500 strategies, so they are spread. */
const features = Array.from({ length: 25 }, (_, index) => `bounded-${index}`);

describe('the limits of a change request', () => {
  let at: ChangesApp;
  let author: Principal;
  before(async () => {
    at = await openChangesApp({ settings: { CHANGE_REQUEST_HOURLY_BYTES: '2500000', CHANGE_REQUEST_HOURLY_PROPOSALS: '40' } });
    await at.createFeatures('bounded', ...features);
  });
  after(() => at.close());
  beforeEach(() => {
    author = at.app.users.someone();
  });

  const propose = (changes: unknown) => at.app.as(author).post(proposals(), changes);
  const countOf = (request: { features?: { changes: unknown[] }[] }) => request.features?.flatMap(({ changes }) => changes).length;
  const values = Array.from({ length: 225 }, (_, index) => String(index).padStart(97, 'x'));
  /** A strategy with a payload of about 45,000 bytes. */
  const large = (feature: string) => ({
    action: 'addStrategy',
    feature,
    payload: { name: 'default', constraints: ['userId', 'sessionId'].map((contextName) => ({ contextName, operator: 'IN', values })) },
  });

  it('are 500 changes, proposed together or one after the other', async () => {
    const rollOuts = features.flatMap((feature) => Array.from({ length: 20 }, () => rollOut(feature)));
    const together = await propose([...rollOuts, switchOn('bounded')]);
    equal(together.status, 400, JSON.stringify(together.body).slice(0, 300));
    const all = await propose(rollOuts);
    deepEqual([all.status, countOf(all.body)], [200, 500], JSON.stringify(all.body).slice(0, 300));
    const { status, body } = await propose(switchOn('bounded'));
    deepEqual(
      [status, body.name, body.message],
      [400, 'BadDataError', 'A change request can have at most 500 changes; this one would have 501.'],
    );
    equal(countOf(await at.get(all.body.id, author)), 500);
  });

  it('are 1,000,000 bytes of payload in all changes together', async () => {
    const bytes = Buffer.byteLength(JSON.stringify(large('bounded').payload));
    const fitting = Math.floor(1_000_000 / bytes);
    for (let count = 1; count <= fitting; count++) {
      const { status, body } = await propose(large(`bounded-${count}`));
      deepEqual([status, countOf(body)], [200, count], JSON.stringify(body).slice(0, 300));
    }
    const { status, body } = await propose(large('bounded-0'));
    const message = `The payloads of a change request can have at most 1000000 bytes; this one would have ${(fitting + 1) * bytes}.`;
    deepEqual([status, body.name, body.message], [400, 'BadDataError', message]);
  });

  it('are a number of bytes per author and hour, no matter how often the request is cancelled', async () => {
    const proposeAndCancel = async () => {
      const answer = await propose(Array.from({ length: 20 }, (_, index) => large(`bounded-${index}`)));
      if (answer.status === 200) equal((await at.app.as(author).delete(`${requests}/${answer.body.id}`)).status, 200);
      return answer;
    };
    deepEqual([(await proposeAndCancel()).status, (await proposeAndCancel()).status], [200, 200]);
    const { status, body, headers } = await proposeAndCancel();
    deepEqual([status, body.name], [429, 'RateLimitError']);
    match(body.message, /^You can send at most 2500000 bytes of payload per hour\. Try again in \d+ s\.$/);
    match(String(headers['retry-after']), /^\d+$/);
    author = at.app.users.someone();
    equal((await propose(switchOn('bounded'))).status, 200);
  });

  it('are a number of proposals per author and hour, including refused ones', async () => {
    for (let count = 0; count < 40; count++) equal((await propose(switchOn('unknown'))).status, 404);
    const { status, body } = await propose(switchOn('bounded'));
    equal(status, 429);
    match(body.message, /^You can send at most 40 proposals per hour\./);
  });

  it('count a proposal once that is repeated with the same Idempotency-Key', async () => {
    const send = (change: object = rollOut('bounded')) =>
      at.app.as(author).post(proposals(), change, { headers: { 'idempotency-key': 'once' } });
    const [first, second] = [await send(), await send()];
    deepEqual([first.status, second.status, second.body.id, countOf(second.body)], [200, 200, first.body.id, 1]);
    equal(countOf(await at.get(first.body.id, author)), 1);
    equal((await send(switchOn('bounded'))).status, 422);
  });

  it('are 1,000 comments, including comments on decisions', async () => {
    const { id } = await at.propose(author, switchOn('bounded'));
    await at.app.store('change-requests').transaction(async (em) => {
      (await em.findOneOrFail(ChangeRequest, { id })).lastCommentId = 999;
    });
    const comment = () => at.app.as(author).post(`${requests}/${id}/comments`, { text: 'one more' });
    equal((await comment()).status, 204);
    const { status, body } = await comment();
    const message = `Change request ${id} has 1000 comments, which is the maximum.`;
    deepEqual([status, body.name, body.message], [400, 'BadDataError', message]);
    equal((await at.ask(author, id, 'In review', { comment: 'please' })).status, 400);
    deepEqual([(await at.get(id)).state, (await at.get(id)).comments.length], ['Draft', 1]);
    equal((await at.ask(author, id, 'In review')).body.state, 'In review');
  });
});
