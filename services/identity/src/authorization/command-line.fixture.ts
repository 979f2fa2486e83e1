import { createHash, randomBytes } from 'node:crypto';
import { equal } from 'node:assert/strict';
import { clientAddressHeader } from '@signalbox/contracts';
import type { Answer, Client } from '@signalbox/testing';
import type { IdentityApp } from '../identity-app.fixture.ts';

const clientId = 'signalbox-cli';
export const host = 'laptop';
export const loopback = 'http://127.0.0.1:53682/callback';
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** The routes of the console. */
export const approvals = '/api/admin/user/authorizations';
export const devices = '/api/admin/user/devices';

/** Response of a granted token. */
export interface Granted {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly refresh_token_expires_in: number;
}

type App = Pick<IdentityApp, 'as'>;

export const newVerifier = (): string => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Sends a form as the command line does, without any credential. */
export function sendForm(
  app: App,
  path: string,
  fields: Readonly<Record<string, string | undefined>>,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const sent = Object.entries({ client_id: clientId, ...fields }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...more };
  return app.as(null).post(path, undefined, { raw: new URLSearchParams(sent).toString(), headers });
}

/** Parameters that the page `/authorize` sends. */
export const authorizationOf = (codeChallenge: string, more: Readonly<Record<string, unknown>> = {}) => ({
  responseType: 'code',
  clientId,
  redirectUri: loopback,
  codeChallenge,
  codeChallengeMethod: 'S256',
  state: 'opaque',
  host,
  approved: true,
  ...more,
});

/** Approves a login in the browser of the user. Returns its code. */
export async function approveCode(client: Client, verifier: string, more?: Readonly<Record<string, unknown>>): Promise<string> {
  const { status, body } = await client.post(approvals, authorizationOf(challengeOf(verifier), more));
  equal(status, 200, JSON.stringify(body));
  return new URL(body.redirectTo).searchParams.get('code') ?? '';
}

export const sendCode = (app: App, code: string, verifier: string, more: Readonly<Record<string, string | undefined>> = {}) =>
  sendForm(app, '/auth/token', { grant_type: 'authorization_code', code, redirect_uri: loopback, code_verifier: verifier, ...more });

/** Logs in through the browser, from start to token. */
export async function logInByBrowser(app: App, client: Client, more?: Readonly<Record<string, unknown>>): Promise<Granted> {
  const verifier = newVerifier();
  return granted(await sendCode(app, await approveCode(client, verifier, more), verifier));
}

let addresses = 0;

/** Each device has an address of its own, unless the test limits one. */
const nextAddress = (): string => `2001:db8:${((addresses += 1)).toString(16)}::1`;

export async function startDevice(app: App, on = host, address = nextAddress()): Promise<{ device_code: string; user_code: string }> {
  const { status, body } = await sendForm(app, '/auth/device', { host: on }, { [clientAddressHeader]: address });
  equal(status, 200, JSON.stringify(body));
  return body;
}

export const pollDevice = (app: App, device_code: string): Promise<Answer> =>
  sendForm(app, '/auth/token', { grant_type: deviceGrant, device_code });

export const renew = (app: App, refresh_token: string): Promise<Answer> =>
  sendForm(app, '/auth/token', { grant_type: 'refresh_token', refresh_token });

export function granted({ status, body }: Answer): Granted {
  equal(status, 200, JSON.stringify(body));
  return body;
}

/** The parts of a refusal that matter: its status, name and OAuth error code. */
export const refusal = ({ status, body }: Answer) => [status, body.name, body.error];

export const refusedWith = (error: string) => [400, 'BadDataError', error];
