import { equal } from 'node:assert/strict';
import type { Answer, CallOptions, Client, StartOptions } from '@signalbox/testing';
import { type IdentityApp, password, sessionIn, startIdentity } from '../identity-app.fixture.ts';
import { Authenticator, codeAt } from './authenticator.fixture.ts';

/** Where pages of the product are, as passkeys are bound to it. */
export const origin = 'https://flags.example.com';

/** An app that shows codes, and what is left of its owner's recovery codes. */
export interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: string[];
}

/** Identity with people who have second factors. */
export interface FactorsApp extends IdentityApp {
  /** The moment, by the clock of the services. */
  now(): number;
  /** What an app with that secret shows; the clock is moved on, so that it is another code each time. */
  nextCode(secret: string): string;
  /** The first step. */
  password(username: string, options?: CallOptions): Promise<Answer>;
  /** The token that a first step answers. */
  tokenOf(username: string): Promise<string>;
  /** The second step with a code. */
  code(token: string, code: string, options?: CallOptions): Promise<Answer>;
  /** The client of a session that was just handed out. */
  entered(answer: Answer): Client;
  /** Proves with the password who uses the session of somebody without a factor. */
  stepUpByPassword(client: Client): Promise<void>;
  /** Adds an app to the account. */
  addApp(client: Client): Promise<Enrolled>;
  /** Adds a passkey to the account. */
  addPasskey(client: Client, options?: { name?: string; passwordless?: boolean }): Promise<Authenticator>;
}

export async function startFactors(options: StartOptions = {}): Promise<FactorsApp> {
  const app = await startIdentity({ ...options, settings: { BASE_URL: origin, ...options.settings } });
  let ahead = 0;
  const wait = (ms: number) => {
    ahead += ms;
    app.wait(ms);
  };
  const anonymous = app.as(null);
  const now = () => Date.now() + ahead;
  const nextCode = (secret: string) => {
    wait(30_000);
    return codeAt(secret, now());
  };
  const logIn = (username: string, call?: CallOptions) => anonymous.post('/auth/simple/login', { username, password }, call);
  return {
    ...app,
    wait,
    now,
    nextCode,
    password: logIn,
    async tokenOf(username) {
      const { status, body } = await logIn(username);
      equal(status, 202);
      return body.token;
    },
    code: (token, code, call) => anonymous.post('/auth/second-factor/code', { token, code }, call),
    entered(answer) {
      equal(answer.status, 200, JSON.stringify(answer.body));
      return app.holding('session', sessionIn(answer.headers['set-cookie']));
    },
    async stepUpByPassword(client) {
      equal((await client.post('/api/admin/user/step-up', { password })).status, 200);
    },
    async addApp(client) {
      const { status, body } = await client.post('/api/admin/user/factors/totp');
      equal(status, 200, JSON.stringify(body));
      const confirmed = await client.post('/api/admin/user/factors/totp/confirmation', { code: nextCode(body.secret) });
      equal(confirmed.status, 200, JSON.stringify(confirmed.body));
      return { secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes };
    },
    async addPasskey(client, { name = 'Laptop', passwordless = false } = {}) {
      const authenticator = new Authenticator(origin);
      const asked = await client.post('/api/admin/user/factors/passkeys/options', { passwordless });
      equal(asked.status, 200, JSON.stringify(asked.body));
      const added = await client.post('/api/admin/user/factors/passkeys', { name, response: authenticator.create(asked.body) });
      equal(added.status, 201, JSON.stringify(added.body));
      return authenticator;
    },
  };
}
