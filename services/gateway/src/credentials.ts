import type { IncomingMessage } from 'node:http';
import { type AccessChanged, authenticate, hashSecret, type QuestionOutput, sessionCookie } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { LRUCache } from 'lru-cache';

type Known = QuestionOutput<typeof authenticate>;

const longestSecret = 1000;
const knownForMs = 30_000;
const unknownForMs = 5_000;
const mostCredentials = 20_000;

interface Credential {
  readonly kind: 'session' | 'token';
  readonly secret: string;
}

/**
 * Turns a request's credential into a signed principal. Answers are kept for seconds, in bounds, and forgotten as
 * soon as identity says that something about them changed. A valid session counts before a token.
 */
export function credentialReader(parts: Pick<OpenParts, 'ask' | 'now'>) {
  const known = new LRUCache<string, { answer: Known; hash: string }>({ max: mostCredentials });
  const asking = new Map<string, Promise<Known>>();
  /** How often something was forgotten. An answer from before may be the one that no longer holds, so it is not kept. */
  let era = 0;
  const beginEra = () => {
    era += 1;
    asking.clear();
  };

  const principalOf = async ({ kind, secret }: Credential): Promise<string | null> => {
    const hash = hashSecret(secret);
    const key = `${kind}:${hash}`;
    const held = known.get(key);
    if (held) return held.answer.principal;
    const begun = era;
    let answer = asking.get(key);
    if (!answer) {
      answer = parts.ask(authenticate, { kind, secret }).finally(() => begun === era && asking.delete(key));
      asking.set(key, answer);
    }
    const given = await answer;
    if (begun !== era) return given.principal;
    const left = given.expiresAt === null ? knownForMs : Math.min(knownForMs, given.expiresAt - parts.now().getTime());
    known.set(key, { answer: given, hash }, { ttl: Math.max(1, given.principal ? left : unknownForMs) });
    return given.principal;
  };

  return {
    /** The signed principal, null for nobody. Rejects when identity is needed and away. */
    async read(request: IncomingMessage): Promise<string | null> {
      for (const credential of credentialsOf(request)) {
        const principal = await principalOf(credential);
        if (principal) return principal;
      }
      return null;
    },
    /** Forgets what identity says has changed. */
    forget({ users, credentials }: AccessChanged): void {
      beginEra();
      const changedUsers = new Set(users);
      const changed = new Set(credentials);
      for (const [key, { answer, hash }] of known.entries()) {
        if (changed.has(hash) || (answer.user !== null && changedUsers.has(answer.user)) || answer.principal === null) known.delete(key);
      }
    },
    forgetAll(): void {
      beginEra();
      known.clear();
    },
  };
}

/** Whether a person asks what programs ask: with a session alone, or with a personal access token. */
export function isPersonal({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.authorization === undefined ? cookieOf(headers.cookie) !== null : headers.authorization.startsWith('user:');
}

function credentialsOf(request: IncomingMessage): Credential[] {
  const found: Credential[] = [];
  const session = cookieOf(request.headers.cookie);
  if (session && !isForged(request)) found.push({ kind: 'session', secret: session });
  const token = request.headers.authorization?.trim();
  if (token && token.length <= longestSecret) found.push({ kind: 'token', secret: token });
  return found;
}

function cookieOf(header: string | undefined): string | null {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${sessionCookie}=`));
  const value = pair?.slice(pair.indexOf('=') + 1).trim();
  return value && value.length <= longestSecret ? value : null;
}

/** A browser says that another site caused this change: the session's cookie does not count for it. */
function isForged(request: IncomingMessage): boolean {
  return request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site';
}
