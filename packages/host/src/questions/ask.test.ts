import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { authenticate, Failure, failureOf, fetchState } from '@signalbox/contracts';
import { answer, service, surface } from '@signalbox/kit';
import { newWorkspace, openTestUsers, type Workspace, removeWorkspace, settingsOf } from '@signalbox/testing';
import { SignJWT } from 'jose';
import { openMemoryBus } from '@signalbox/bus';
import { type Host, openHost } from '../process/open-host.ts';
import { listen, type Listening } from '../http/listen.ts';
import { effectsOf } from '../runtime/effects.ts';
import { openLog } from '../runtime/log.ts';
import { asker, internalListener } from './ask.ts';
import type { Order } from './question-wire.ts';
import { processListener } from '../process/process-listener.ts';

const secret = 'a secret of the tests of 40 characters..';
const identitySurface = surface({ name: 'identity' });
const surfaces = ['asking', 'identity', 'toggles'].map((name) => surface({ name }));
const known = { principal: 'jws', user: 1, expiresAt: null };

/** A question with a short deadline, whose answer the test controls. */
const patient = { ...authenticate, name: 'patient', deadlineMs: 50 };

const refusal = () => ({
  name: 'NameExistsError',
  message: 'There are two.',
  details: [{ path: 'secret', message: 'There are two.', description: 'There are two.' }],
  extra: { names: 2 },
  retryAfterSeconds: 7,
});

describe('a question to another process', () => {
  let workspace: Workspace;
  let requestedHost: Host;
  let hostListening: Listening;
  let hosts: Host[];
  let given: unknown[];
  const answered = Promise.withResolvers<typeof known>();

  before(async () => {
    workspace = await newWorkspace();
    const identity = service({
      surface: identitySurface,
      routes: [],
      answers: [
        ...(openTestUsers().service.answers ?? []),
        answer(authenticate, async (input) => {
          given.push(input);
          if (input.secret === 'refused')
            throw new Failure('NameExistsError', 'There are two.', { path: 'secret', extra: { names: 2 }, retryAfterSeconds: 7 });
          if (input.secret === 'bug') throw new TypeError('a bug');
          if (input.secret === 'absent') throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
          return input.secret === 'strange' ? ({ ...known, user: 'one' } as never) : known;
        }),
        answer(patient, () => answered.promise),
      ],
    });
    requestedHost = await openHost([identity], {
      settings: settingsOf(workspace, { INTERNAL_SECRET: secret }, surfaces),
      surfaces,
      bus: openMemoryBus(),
    });
    hostListening = await listen(processListener(requestedHost, [identity]), 0, '127.0.0.1');
  });
  beforeEach(() => {
    hosts = [];
    given = [];
  });
  afterEach(() => Promise.all(hosts.map((host) => host.close())));
  after(async () => {
    answered.resolve(known);
    await hostListening.drain();
    await requestedHost.close();
    await removeWorkspace(workspace);
  });

  const url = () => `http://127.0.0.1:${hostListening.port}`;

  async function hostOf(settings: Record<string, string>): Promise<Host> {
    const asking = service({ surface: surface({ name: 'asking' }), routes: [] });
    const host = await openHost([asking, openTestUsers().service], {
      settings: settingsOf(workspace, { INTERNAL_SECRET: secret, ...settings }, surfaces),
      surfaces,
      bus: openMemoryBus(),
    });
    hosts.push(host);
    return host;
  }

  const isUnavailable = (error: unknown) => {
    ok(error instanceof Failure);
    deepEqual([error.name, error.status, error.retryAfterSeconds !== undefined], ['UnavailableError', 503, true]);
    return true;
  };

  it('is answered by the service at its URL', async () => {
    const host = await hostOf({ IDENTITY_URL: url() });
    deepEqual(await host.ask(authenticate, { kind: 'token', secret: 'x' }), known);
    deepEqual(given, [{ kind: 'token', secret: 'x' }]);
  });

  it('fails as unavailable if the service is unknown or down', async () => {
    const host = await hostOf({ IDENTITY_URL: url(), TOGGLES_URL: 'http://127.0.0.1:1' });
    await rejects(host.ask(fetchState, { after: null }), isUnavailable);
    await rejects((await hostOf({})).ask(fetchState, { after: null }), isUnavailable);
  });

  it('fails with the refusal of the answering service, in another process and in the same one', async () => {
    for (const host of [await hostOf({ IDENTITY_URL: url() }), requestedHost]) {
      await rejects(host.ask(authenticate, { kind: 'token', secret: 'refused' }), (error) => {
        ok(error instanceof Failure);
        const { name, message, details, extra, retryAfterSeconds } = error;
        deepEqual({ name, message, details, extra, retryAfterSeconds }, refusal());
        return true;
      });
    }
  });

  it('fails with 500 if the answering service has a bug, in another process and in the same one', async () => {
    const status = (error: unknown) => failureOf(error).status === 500;
    for (const host of [await hostOf({ IDENTITY_URL: url() }), requestedHost])
      await rejects(host.ask(authenticate, { kind: 'token', secret: 'bug' }), status);
  });

  it('logs a bug of the answering service under the id that the other process receives', async () => {
    const logged: string[] = [];
    const parts = { log: openLog('error', { write: (line) => void logged.push(line) }), effects: effectsOf({ id: () => 'an-id' }) };
    const answer = () => Promise.reject(new TypeError('a bug'));
    const server = await listen(
      internalListener(new Map([['authenticate', { limitBytes: 1000, answer }]]), [secret], parts),
      0,
      '127.0.0.1',
    );
    const host = await hostOf({ IDENTITY_URL: `http://127.0.0.1:${server.port}` });
    await rejects(host.ask(authenticate, { kind: 'token', secret: 'x' }), ({ cause }: Error) => /the id an-id/.test(String(cause)));
    const [line] = logged.map((text) => JSON.parse(text) as { failure: string; err: { message: string } });
    deepEqual([line?.failure, line?.err.message], ['an-id', 'a bug']);
    await server.drain();
  });

  it('has a deadline for the beginning and the end of the answer', async () => {
    const host = await hostOf({ IDENTITY_URL: url() });
    await rejects(host.ask(patient, { kind: 'token', secret: 'x' }), isUnavailable);
    const server = await serverOf((_request, response) => {
      response.writeHead(200).write('{"principal":');
    });
    const other = await hostOf({ IDENTITY_URL: server.url });
    await rejects(other.ask(patient, { kind: 'token', secret: 'x' }), isUnavailable);
    await server.close();
  });

  it('has a longer deadline in tests, so that a busy machine does not decide', async () => {
    const orders: Order[] = [];
    const elsewhere = () => async (order: Order) => void orders.push(order);
    for (const deadlineFactor of [1, 20]) await asker(new Map(), elsewhere, { deadlineFactor })(patient, { kind: 'token', secret: 'x' });
    deepEqual(
      orders.map(({ deadlineMs }) => deadlineMs),
      [50, 1000],
    );
  });

  it('fails as unavailable if the answer violates its schema', async () => {
    await rejects((await hostOf({ IDENTITY_URL: url() })).ask(authenticate, { kind: 'token', secret: 'strange' }), isUnavailable);
  });

  it('has the same deadline and check within one process', async () => {
    await rejects(requestedHost.ask(patient, { kind: 'token', secret: 'x' }), isUnavailable);
    await rejects(requestedHost.ask(authenticate, { kind: 'token', secret: 'strange' }), isUnavailable);
  });

  it("fails as unavailable if the service's database is down, within one process too", async () => {
    await rejects((await hostOf({ IDENTITY_URL: url() })).ask(authenticate, { kind: 'token', secret: 'absent' }), isUnavailable);
    await rejects(requestedHost.ask(authenticate, { kind: 'token', secret: 'absent' }), isUnavailable);
  });

  it('accepts callers that sign with the previous secret, and signs with the newest', async () => {
    const next = secret.replaceAll('s', 'n');
    const both = await hostOf({ IDENTITY_URL: url(), INTERNAL_SECRET: `${next},${secret}` });
    const { internal } = both;
    const signed = async (key: string) => statusOf(internal, await credential({ key }));
    deepEqual(await Promise.all([signed(secret), signed(next), signed(secret.replaceAll('s', 'z'))]), [404, 404, 401]);
    await rejects(both.ask(authenticate, { kind: 'token', secret: 'x' }), isUnavailable);
    const previousFirst = await hostOf({ IDENTITY_URL: url(), INTERNAL_SECRET: `${secret},${next}` });
    deepEqual(await previousFirst.ask(authenticate, { kind: 'token', secret: 'x' }), known);
  });

  async function statusOf(listener: Parameters<typeof listen>[0], authorization: string): Promise<number> {
    const listening = await listen(listener, 0, '127.0.0.1');
    const response = await fetch(`http://127.0.0.1:${listening.port}/internal/none`, { method: 'POST', headers: { authorization } });
    await listening.drain();
    return response.status;
  }

  it('fails as unavailable with another secret, or with none', async () => {
    const other = await hostOf({ IDENTITY_URL: url(), INTERNAL_SECRET: secret.replaceAll('s', 'z') });
    await rejects(other.ask(authenticate, { kind: 'token', secret: 'x' }), isUnavailable);
    const none = await hostOf({ IDENTITY_URL: url(), INTERNAL_SECRET: '' });
    await rejects(none.ask(authenticate, { kind: 'token', secret: 'x' }), isUnavailable);
    deepEqual(given, []);
  });

  const credential = (claims: { audience?: string; key?: string; expires?: string } = {}) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(claims.audience ?? 'signalbox/internal')
      .setExpirationTime(claims.expires ?? '1 minute')
      .sign(new TextEncoder().encode(claims.key ?? secret));

  async function put(name: string, authorization: string | null, body = '{"kind":"token","secret":"x"}') {
    const headers: Record<string, string> = authorization === null ? {} : { authorization };
    const response = await fetch(`${url()}/internal/${name}`, { method: 'POST', headers, body });
    const failure = (await response.json()) as { name?: string };
    return [response.status, failure.name];
  }

  it('gets 401 without a service credential, before any other check', async () => {
    const none = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa('{"aud":"signalbox/internal"}').replaceAll('=', '')}.`;
    const bad = [
      null,
      'x',
      none,
      await credential({ audience: 'others' }),
      await credential({ key: 'k'.repeat(40) }),
      await credential({ expires: '-1 minute' }),
    ];
    for (const authorization of bad) deepEqual(await put('authenticate', authorization), [401, 'AuthenticationRequired']);
    deepEqual(await put('nothing', 'x', '{'), [401, 'AuthenticationRequired']);
    deepEqual(given, []);
  });

  it('gets 404 if it does not exist, or is not answered here', async () => {
    for (const name of ['nothing', '', 'fetch-state', 'toString']) deepEqual(await put(name, await credential()), [404, 'NotFoundError']);
  });

  it('gets 400 for invalid input, 413 for too much', async () => {
    deepEqual(await put('authenticate', await credential(), '{"kind":"guess","secret":"x"}'), [400, 'BadRequestError']);
    deepEqual(await put('authenticate', await credential(), '{'), [400, 'BadRequestError']);
    deepEqual(await put('authenticate', await credential(), 'x'.repeat(100_001)), [413, 'ContentTooLarge']);
    deepEqual(given, []);
  });

  it('reaches a service of the same process directly, without sharing objects', async () => {
    const host = await hostOf({ IDENTITY_URL: 'http://127.0.0.1:1' });
    equal(typeof (await requestedHost.ask(authenticate, { kind: 'token', secret: 'x' })).principal, 'string');
    const answered = await requestedHost.ask(authenticate, { kind: 'token', secret: 'y' });
    (answered as { principal: unknown }).principal = 'changed';
    deepEqual(known.principal, 'jws');
    await rejects(host.ask(authenticate, { kind: 'token', secret: 'x' }), isUnavailable);
  });
});

async function serverOf(handle: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
