import { equal } from 'node:assert/strict';
import type { Answer, CallOptions, Client, StartOptions } from '@signalbox/testing';
import { type IdentityApp, password, sessionIn, startIdentity } from '../identity-app.fixture.ts';
import { Authenticator, codeAt } from './authenticator.fixture.ts';

/** Origin of the product's pages; passkeys are bound to it. */
export const origin = 'https://flags.example.com';

/** An authenticator app, and its owner's recovery codes. */
export interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: string[];
}

/** Identity with users who have second factors. */
export interface FactorsApp extends IdentityApp {
  /** The time by the services' clock. */
  now(): number;
  /** Returns the current code for the secret. Advances the clock so that each call returns another code. */
  nextCode(secret: string): string;
  /** Sends the first step. */
  password(username: string, options?: CallOptions): Promise<Answer>;
  /** Returns the token from a first step. */
  tokenOf(username: string): Promise<string>;
  /** Sends the second step with a code. */
  code(token: string, code: string, options?: CallOptions): Promise<Answer>;
  /** Client with the session from this response. */
  entered(answer: Answer): Client;
  /** Confirms the session's user with the password; for users without a factor. */
  stepUpByPassword(client: Client): Promise<void>;
  addApp(client: Client): Promise<Enrolled>;
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
      const requested = await client.post('/api/admin/user/factors/passkeys/options', { passwordless });
      equal(requested.status, 200, JSON.stringify(requested.body));
      const added = await client.post('/api/admin/user/factors/passkeys', { name, response: authenticator.create(requested.body) });
      equal(added.status, 201, JSON.stringify(added.body));
      return authenticator;
    },
  };
}
