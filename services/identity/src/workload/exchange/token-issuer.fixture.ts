import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Deviations of a token from the default claims and signature. */
interface Deviation {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly kid?: string;
  readonly key?: CryptoKey | Uint8Array;
  readonly alg?: string;
}

/** A local token issuer, like that of a CI system: publishes its keys and signs tokens. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly requestedPaths: readonly string[];
  /** The current public key, as published. */
  publicJwk(): Record<string, unknown>;
  /** A token of a job of acme/shop on main for `signalbox`, valid for five minutes and unique. */
  sign(deviation?: Deviation): Promise<string>;
  /** Replaces the signing key and the published key. */
  rotate(): Promise<void>;
  /** Overrides the next responses; null restores normal behavior. */
  answerWith(answer: ((response: ServerResponse) => void) | null): void;
  close(): Promise<void>;
}

const validSeconds = 300;

export async function openTokenIssuer(now: () => Date = () => new Date()): Promise<TokenIssuer> {
  const requestedPaths: string[] = [];
  let count = 0;
  let override: ((response: ServerResponse) => void) | null = null;
  const newKey = async () => {
    count += 1;
    const pair = await generateKeyPair('RS256');
    const kid = `key-${count}`;
    return { kid, privateKey: pair.privateKey, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' } };
  };
  let current = await newKey();
  const server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '');
    if (override) return override(response);
    response.setHeader('content-type', 'application/json');
    const body = request.url === '/keys' ? { keys: [current.jwk] } : { issuer, jwks_uri: `${issuer}/keys` };
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    requestedPaths,
    publicJwk: () => current.jwk,
    sign({ claims = {}, kid = current.kid, key = current.privateKey, alg = 'RS256' } = {}) {
      const seconds = Math.floor(now().getTime() / 1000);
      const defaults = {
        iss: issuer,
        aud: 'signalbox',
        sub: 'repo:acme/shop:ref:refs/heads/main',
        iat: seconds,
        nbf: seconds,
        exp: seconds + validSeconds,
        jti: crypto.randomUUID(),
        repository: 'acme/shop',
        ref: 'refs/heads/main',
      };
      const payload = Object.fromEntries(Object.entries({ ...defaults, ...claims }).filter(([, value]) => value !== undefined));
      return new SignJWT(payload).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key);
    },
    async rotate() {
      current = await newKey();
    },
    answerWith(answer) {
      override = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
