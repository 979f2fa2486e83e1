import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { browserHeader, clientAddressHeader } from '@signalbox/contracts';
import { type IdentityApp, password, startIdentity } from '../../identity-app.fixture.ts';
import { KnownBrowser } from './known-browser.ts';

const path = '/auth/simple/login';

describe('a known browser', () => {
  let app: IdentityApp;
  /** Stands still, so that no delay ends between two requests. */
  const now = new Date();
  before(async () => {
    app = await startIdentity({ effects: { now: () => now } });
  });
  after(() => app.close());

  /** All requests come from one address, as from an office. */
  const send = (username: string, secret: string, browser?: string) =>
    app
      .as(null)
      .post(
        path,
        { username, password: secret },
        { headers: { [clientAddressHeader]: '203.0.113.5', ...(browser === undefined ? {} : { [browserHeader]: browser }) } },
      );
  const logInFrom = async (username: string, browser?: string) => (await send(username, password, browser)).status;
  const browserIn = (header: unknown) =>
    /signalbox-browser=([0-9a-f]{64}); Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax/.exec(String(header))?.[1];
  async function browserOf(username: string): Promise<string> {
    const { headers } = await send(username, password);
    return browserIn(headers['set-cookie']) ?? '';
  }

  it('lets its owner log in after 500 guesses from the same address, few of which were checked', async () => {
    const { username } = await app.someone(3);
    const browser = await browserOf(username);
    equal(browser.length, 64);
    const statuses: number[] = [];
    for (let round = 0; round < 25; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(username, `guess ${round}-${at}`)));
      statuses.push(...answers.map(({ status }) => status));
    }
    const tried = statuses.filter((status) => status === 401).length;
    deepEqual([statuses.length, statuses.filter((status) => status === 429).length], [500, 500 - tried]);
    ok(tried >= 5 && tried <= 60, `${tried} guesses were checked`);
    equal(await logInFrom(username), 429);
    equal(await logInFrom(username, browser), 200);
  });

  it('is known only for its own user', async () => {
    const [owner, other] = [await app.someone(3), await app.someone(3)];
    const browser = await browserOf(other.username);
    for (let attempt = 0; attempt < 5; attempt += 1) await send(owner.username, 'wrong');
    equal(await logInFrom(owner.username, browser), 429);
    equal(await logInFrom(owner.username, 'a'.repeat(64)), 429);
  });

  it('delays guesses made in it, without delaying logins elsewhere', async () => {
    const { username } = await app.someone(3);
    const browser = await browserOf(username);
    for (let attempt = 0; attempt < 5; attempt += 1) equal((await send(username, 'wrong', browser)).status, 401);
    equal(await logInFrom(username, browser), 429);
    equal(await logInFrom(username), 200);
  });

  it('keeps its cookie, stored only as a hash, and gets a new session each time', async () => {
    const { username, id } = await app.someone(3);
    const first = await send(username, password);
    const browser = browserIn(first.headers['set-cookie']) ?? '';
    const again = await send(username, password, browser);
    equal(browserIn(again.headers['set-cookie']), undefined);
    match(String(again.headers['set-cookie']), /^unleash-session=[0-9a-f]{64}/);
    notEqual(String(again.headers['set-cookie']), String(first.headers['set-cookie']));
    const stored = await app.store('identity').reader().find(KnownBrowser, { userId: id });
    ok(stored.length > 0 && stored.every(({ hash }) => hash !== browser));
  });

  it('is one of at most twenty', async () => {
    const { username, id } = await app.someone(3);
    for (let count = 0; count < 25; count += 1) await send(username, password);
    equal(await app.store('identity').reader().count(KnownBrowser, { userId: id }), 20);
  });
});
