import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { Answer } from '@signalbox/testing';
import { type IdentityApp, sessionIn, startIdentity } from '../../identity-app.fixture.ts';
import { User } from '../../user/user.ts';
import {
  assertionOf,
  certificate,
  entityId,
  messageIn,
  newId,
  nextCertificate,
  packed,
  responseOf,
  type AssertionContent,
  sha1,
  sign,
} from './identity-provider.fixture.ts';

const acs = 'http://localhost:4242/auth/saml/callback';
const audience = 'http://localhost:4242/auth/saml';
const settings = {
  enabled: true,
  entityId,
  signOnUrl: 'https://idp.example/sso?tenant=1',
  certificate,
  autoCreate: true,
  emailDomains: 'example.com, EXAMPLE.org',
  defaultRootRole: 'Viewer',
};

/** State of a browser that started a login. */
interface Begun {
  readonly cookie: string;
  readonly content: AssertionContent;
}

describe('a login with SAML', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
    equal((await app.admin.post('/api/admin/auth/saml/settings', settings)).status, 200);
  });
  after(() => app.close());

  async function begin(more: Partial<AssertionContent> = {}): Promise<Begun> {
    const { status, headers } = await app.as(null).get('/auth/saml/login');
    equal(status, 302);
    const [, requestId = ''] = / ID="([^"]+)"/.exec(messageIn(String(headers['location']))) ?? [];
    return { cookie: String(headers['set-cookie']).split(';')[0] ?? '', content: { requestId, acs, audience, ...more } };
  }

  const bring = (xml: string): Promise<Answer> => {
    const raw = new URLSearchParams({ SAMLResponse: packed(xml), RelayState: 'https://evil.example' }).toString();
    return app.as(null).post('/auth/saml/callback', undefined, { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  };

  const good = ({ content }: Begun): string => responseOf(sign(assertionOf(content), 'Assertion'), content);

  async function finish(received: Answer, cookie: string): Promise<Answer> {
    equal(received.status, 303, JSON.stringify(received.body));
    return app.as(null).get(String(received.headers['location']), { headers: { cookie } });
  }

  it('redirects the browser to the provider with a request that names the callback', async () => {
    const { headers } = await app.as(null).get('/auth/saml/login');
    const location = new URL(String(headers['location']));
    equal(location.origin + location.pathname, 'https://idp.example/sso');
    equal(location.searchParams.get('tenant'), '1');
    const message = messageIn(String(location));
    match(message, /AssertionConsumerServiceURL="http:\/\/localhost:4242\/auth\/saml\/callback"/);
    ok(message.includes(`>${audience}</saml:Issuer>`), message);
    match(String(headers['set-cookie']), /^signalbox-sign-on-[0-9a-f]{16}=.*; HttpOnly; SameSite=Lax$/);
  });

  it('creates the user, opens a session and redirects to the start page, ignoring RelayState', async () => {
    const begun = await begin({ email: 'New.User@example.com', attributes: { firstName: ['New'], lastName: ['User'] } });
    const events = await app.eventsOf('identity', async () => {
      const { status, headers } = await finish(await bring(good(begun)), begun.cookie);
      deepEqual([status, headers['location']], [302, '/']);
      const { body } = await app.holding('session', sessionIn(headers['set-cookie'])).get('/api/admin/user');
      deepEqual([body.user.email, body.user.name], ['new.user@example.com', 'New User']);
    });
    deepEqual(
      events.map(({ type, createdBy, data }) => ({ type, createdBy, role: (data as { rootRole: number }).rootRole })),
      [{ type: 'user-created', createdBy: 'single sign-on', role: 3 }],
    );
  });

  it('accepts a signature of the entire response as well', async () => {
    const begun = await begin();
    const xml = sign(responseOf(assertionOf(begun.content), begun.content), 'Response');
    equal((await finish(await bring(xml), begun.cookie)).status, 302);
  });

  it('gives an existing user the provider’s name, but no other role', async () => {
    const { id, username } = await app.someone(1);
    const begun = await begin({ email: `${username}@signalbox.example`, attributes: { firstName: ['Ada'] } });
    equal((await finish(await bring(good(begun)), begun.cookie)).status, 302);
    const user = await app.store('identity').reader().findOneOrFail(User, { id });
    deepEqual([user.name, user.rootRole], ['Ada', 1]);
  });

  it('opens only a new session, and only in the browser that started it', async () => {
    const [mine, other] = [await begin(), await begin()];
    const received = await bring(good(mine));
    for (const cookie of ['', other.cookie]) equal((await finish(received, cookie)).status, 401);
    const planted = 'unleash-session=00000000000000000000000000000000';
    const { headers } = await finish(received, `${mine.cookie}; ${planted}`);
    match(sessionIn(headers['set-cookie']), /^[0-9a-f]{64}$/);
    notEqual(sessionIn(headers['set-cookie']), planted.split('=')[1]);
    equal((await app.holding('session', planted.split('=')[1] ?? '').get('/api/admin/user')).status, 401);
  });

  it('opens one session per code, within a minute', async () => {
    const begun = await begin();
    const received = await bring(good(begun));
    equal((await finish(received, begun.cookie)).status, 302);
    equal((await finish(received, begun.cookie)).status, 401);
  });

  it('creates no users of other domains, and none at all if disabled', async () => {
    const refused = await bring(good(await begin({ email: 'ann@example.com.evil.example' })));
    deepEqual([refused.status, refused.body.name], [403, 'ForbiddenError']);
    await app.admin.post('/api/admin/auth/saml/settings', { ...settings, autoCreate: false });
    equal((await bring(good(await begin({ email: 'nobody@example.com' })))).status, 403);
    await app.admin.post('/api/admin/auth/saml/settings', settings);
  });

  it('tolerates clocks that differ by a minute, and names them beyond that', async () => {
    for (const times of [{ validFromMs: 60_000 }, { validFromMs: -600_000, validMs: -60_000, subjectMs: -60_000 }]) {
      const begun = await begin(times);
      equal((await finish(await bring(good(begun)), begun.cookie)).status, 302);
    }
    for (const times of [{ validFromMs: 180_000 }, { validMs: -180_000 }, { subjectMs: -180_000 }])
      match((await bring(good(await begin(times)))).body.message, /the time of this server; compare it with the clock/);
  });

  it('can be finished in each of several tabs, up to the last five', async () => {
    const tabs: Begun[] = [];
    let cookie = '';
    for (let count = 0; count < 6; count += 1) {
      const { headers } = await app.as(null).get('/auth/saml/login', { headers: { cookie } });
      const sent = [headers['set-cookie'] ?? []].flat();
      const removed = sent.filter((each) => each.includes('Max-Age=0')).map((each) => each.split('=')[0]);
      equal(removed.length, count === 5 ? 1 : 0);
      const earlier = cookie.split('; ').filter((each) => each !== '' && !removed.includes(each.split('=')[0]));
      cookie = [...earlier, sent[0]?.split(';')[0]].join('; ');
      const [, requestId = ''] = / ID="([^"]+)"/.exec(messageIn(String(headers['location']))) ?? [];
      tabs.push({ cookie: '', content: { requestId, acs, audience } });
    }
    const statuses = [];
    for (const tab of tabs) statuses.push((await finish(await bring(good(tab)), cookie)).status);
    deepEqual(statuses, [401, 302, 302, 302, 302, 302]);
  });

  it('accepts certificates with text around them, and two during a rollover', async () => {
    const own = `Bag Attributes\n    localKeyID: 01\n${certificate}\n# our provider\n`;
    for (const sent of [own, `${certificate}\n${nextCertificate}`, `${nextCertificate}\n${certificate}`]) {
      equal((await app.admin.post('/api/admin/auth/saml/settings', { ...settings, certificate: sent })).status, 200);
      const begun = await begin();
      equal((await finish(await bring(good(begun)), begun.cookie)).status, 302);
    }
    equal((await app.admin.post('/api/admin/auth/saml/settings', settings)).status, 200);
  });

  const evil = { email: 'admin@example.com' };
  const other = String(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const forged = (begun: Begun, id = newId()) => assertionOf({ ...begun.content, ...evil, id });
  const signatureIn = (xml: string) => /<Signature[\s\S]*<\/Signature>/.exec(xml)?.[0] ?? '';

  const wrong: Readonly<Record<string, (begun: Begun) => string>> = {
    'without a signature': ({ content }) => responseOf(assertionOf(content), content),
    'signed with another key': ({ content }) => responseOf(sign(assertionOf(content), 'Assertion', { key: other }), content),
    'signed with SHA-1': ({ content }) => responseOf(sign(assertionOf(content), 'Assertion', sha1), content),
    'changed after signing': (begun) => good(begun).replace('ann@example.com', 'admin@example.com'),
    'after its expiry': ({ content }) =>
      good({ cookie: '', content: { ...content, validFromMs: -600_000, validMs: -180_000, subjectMs: 60_000 } }),
    'with an expired confirmation': ({ content }) => good({ cookie: '', content: { ...content, subjectMs: -180_000 } }),
    'for a later time': ({ content }) => good({ cookie: '', content: { ...content, validFromMs: 180_000 } }),
    'for another audience': ({ content }) => good({ cookie: '', content: { ...content, audience: 'https://elsewhere.example' } }),
    'for another recipient': ({ content }) => good({ cookie: '', content: { ...content, recipient: 'https://elsewhere.example/acs' } }),
    'of another issuer': ({ content }) => good({ cookie: '', content: { ...content, issuer: 'https://elsewhere.example' } }),
    'without a request': ({ content }) => good({ cookie: '', content: { ...content, inResponseTo: '' } }),
    'with a comment in the NameID, signed': ({ content }) =>
      good({ cookie: '', content: { ...content, email: 'admin@example.com<!---->.evil.example' } }),
    'with a comment in the NameID, added after signing': (begun) => good(begun).replace('ann@example.com', 'ann@example.com<!-- -->'),
    'with CDATA in the NameID': ({ content }) => good({ cookie: '', content: { ...content, email: '<![CDATA[admin@example.com]]>' } }),
    'with a document type': (begun) => `<!DOCTYPE x [<!ENTITY e "admin@example.com">]>${good(begun)}`,
    'wrapped (1): the signed response inside the signature of a forged one': (begun) => {
      const signed = sign(responseOf(assertionOf(begun.content), begun.content), 'Response');
      const inner = signed.replace(signatureIn(signed), '');
      return responseOf(forged(begun) + signatureIn(signed).replace('</Signature>', `${inner}</Signature>`), begun.content);
    },
    'wrapped (2): the signed response before the signature of a forged one': (begun) => {
      const signed = sign(responseOf(assertionOf(begun.content), begun.content), 'Response');
      return responseOf(signed.replace(signatureIn(signed), '') + signatureIn(signed) + forged(begun), begun.content);
    },
    'wrapped (3): a forged assertion before the signed one': (begun) =>
      responseOf(forged(begun) + sign(assertionOf(begun.content), 'Assertion'), begun.content),
    'wrapped (4): the signed assertion inside a forged one': (begun) => {
      const signed = sign(assertionOf(begun.content), 'Assertion');
      return responseOf(forged(begun).replace('</saml:Assertion>', `${signed}</saml:Assertion>`), begun.content);
    },
    'wrapped (5): the signature in a forged assertion, the signed one after it': (begun) => {
      const signed = sign(assertionOf(begun.content), 'Assertion');
      const signature = signatureIn(signed);
      return responseOf(
        forged(begun).replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + signed.replace(signature, ''),
        begun.content,
      );
    },
    'wrapped (6): the signed assertion in the signature of a forged one': (begun) => {
      const signed = sign(assertionOf(begun.content), 'Assertion');
      const signature = signatureIn(signed).replace('</Signature>', `${signed.replace(signatureIn(signed), '')}</Signature>`);
      return responseOf(forged(begun).replace('</saml:Issuer>', `</saml:Issuer>${signature}`), begun.content);
    },
    'wrapped (7): a forged assertion in extensions': (begun) =>
      responseOf(`<samlp:Extensions>${forged(begun)}</samlp:Extensions>${sign(assertionOf(begun.content), 'Assertion')}`, begun.content),
    'wrapped (8): the signed assertion in an object of the signature': (begun) => {
      const signed = sign(assertionOf(begun.content), 'Assertion');
      const object = `<Object>${signed.replace(signatureIn(signed), '')}</Object>`;
      const signature = signatureIn(signed).replace('</Signature>', `${object}</Signature>`);
      return responseOf(forged(begun).replace('</saml:Issuer>', `</saml:Issuer>${signature}`), begun.content);
    },
    'with two elements of the signed id': (begun) => {
      const id = newId();
      const signed = sign(assertionOf({ ...begun.content, id }), 'Assertion');
      return responseOf(signed + forged(begun, id), begun.content);
    },
    'with a second assertion under a prefix that is not ASCII': (begun) =>
      responseOf(
        `<samlp:Extensions>${forged(begun).replaceAll('saml:', 'ä:').replace('xmlns:saml', 'xmlns:ä')}</samlp:Extensions>${sign(assertionOf(begun.content), 'Assertion')}`,
        begun.content,
      ),
    'nested deeper than any response': (begun) =>
      good(begun).replace('</samlp:Response>', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}</samlp:Response>`),
    'that is not XML': () => 'not XML',
  };
  for (const [name, make] of Object.entries(wrong)) {
    it(`refuses an assertion ${name}`, async () => {
      const begun = await begin();
      const { status, body, headers } = await bring(make(begun));
      deepEqual([status, body.name, headers['location']], [401, 'AuthenticationRequired', undefined], JSON.stringify(body));
    });
  }

  it('refuses a repeated assertion, even concurrently', async () => {
    const begun = await begin();
    const xml = good(begun);
    const both = await Promise.all([bring(xml), bring(xml)]);
    deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, 401],
    );
    const again = await bring(xml);
    deepEqual([again.status, /has already been used/.test(again.body.message)], [401, true]);
  });

  it('expires a minute after the assertion', async () => {
    const begun = await begin();
    const received = await bring(good(begun));
    app.wait(61_000);
    equal((await finish(received, begun.cookie)).status, 401);
  });

  it('adds the user to mapped groups and removes it again, except from groups that an administrator chose', async () => {
    await app.admin.post('/api/admin/auth/saml/settings', {
      ...settings,
      enableGroupSyncing: true,
      groupJsonPath: 'https://idp.example/groups',
    });
    const make = async (name: string, more: object) => (await app.admin.post('/api/admin/groups', { name, ...more })).body.id as number;
    const { id: user, username } = await app.someone(3);
    const [ops, web] = [await make('ops', { mappingsSSO: ['idp-ops'] }), await make('web', { mappingsSSO: ['idp-web', 'idp-ui'] })];
    const own = await make('own', { mappingsSSO: ['idp-own'], users: [{ user: { id: user } }] });
    const enterWith = async (groups: readonly string[]) => {
      const begun = await begin({ email: `${username}@signalbox.example`, attributes: { 'https://idp.example/groups': groups } });
      equal((await finish(await bring(good(begun)), begun.cookie)).status, 302);
    };
    const groupsOf = async () => {
      const { groups } = (await app.admin.get('/api/admin/groups')).body as { groups: { id: number; users: { user: { id: number } }[] }[] };
      return groups.filter(({ users }) => users.some((each) => each.user.id === user)).map(({ id }) => id);
    };
    const events = await app.eventsOf('identity', async () => {
      await enterWith(['idp-ops', 'idp-ui', 'unknown']);
      deepEqual(await groupsOf(), [ops, web, own]);
      await enterWith(['idp-ui', 'unknown']);
      deepEqual(await groupsOf(), [web, own]);
    });
    deepEqual(
      events.map(({ type, createdBy }) => [type, createdBy]),
      [1, 2, 3].map(() => ['group-updated', 'single sign-on']),
    );
    await app.admin.post('/api/admin/auth/saml/settings', settings);
  });

  it('ends at the provider as well, with a signed request, when the user logs out', async () => {
    const privateKey = String(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const more = { signOutUrl: 'https://idp.example/slo', spCertificate: `Bag Attributes\n${privateKey}# our key\n` };
    equal((await app.admin.post('/api/admin/auth/saml/settings', { ...settings, ...more })).status, 200);
    const begun = await begin({ email: 'leaver@example.com' });
    const session = sessionIn((await finish(await bring(good(begun)), begun.cookie)).headers['set-cookie']);
    const client = app.holding('session', session);
    const { headers } = await client.post('/logout');
    equal((await client.get('/api/admin/user')).status, 401);
    ok(!String(headers['location']).includes('leaver'), 'the address is not in the URL');
    const { status, headers: onward } = await app.as(null).get(String(headers['location']));
    const location = new URL(String(onward['location']));
    deepEqual([status, location.origin + location.pathname], [302, 'https://idp.example/slo']);
    ok(location.searchParams.get('Signature'));
    match(messageIn(location.href), /leaver@example\.com<\/saml:NameID>.*session-1/s);
    await app.admin.post('/api/admin/auth/saml/settings', settings);
    equal((await app.as(null).get(String(headers['location']))).headers['location'], '/', 'the log-out address was removed');
    equal((await app.as(null).get('/auth/saml/logout/done')).headers['location'], '/');
    equal((await app.as(null).get('/auth/saml/logout?hint=made-up')).status, 401);
  });

  it('returns 404 while disabled', async () => {
    await app.admin.post('/api/admin/auth/saml/settings', { ...settings, enabled: false });
    equal((await app.as(null).get('/auth/saml/login')).status, 404);
    equal((await bring('x')).status, 404);
  });
});
