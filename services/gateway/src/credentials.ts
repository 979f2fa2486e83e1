import type { IncomingMessage } from 'node:http';
import { type AccessChanged, authenticate, hashSecret, type QuestionOutput, sessionCookie } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { parseCookie } from 'cookie';
import { LRUCache } from 'lru-cache';

type Known = QuestionOutput<typeof authenticate>;

const maxSecretCharacters = 1000;
const knownForMs = 30_000;
const unknownForMs = 5_000;
const maxCredentials = 20_000;

interface Credential {
  readonly kind: 'session' | 'token';
  readonly secret: string;
}

/**
 * Turns a request's credential into a signed principal. Answers are kept for seconds, in bounds, and forgotten as
 * soon as it is told that something about them changed. A valid session counts before a token.
 */
export function credentialReader(parts: Pick<OpenParts, 'ask' | 'now'>) {
  const known = new LRUCache<string, { answer: Known; hash: string }>({
    max: maxCredentials,
    ttlResolution: 0,
    perf: { now: () => parts.now().getTime() },
  });
  const asking = new Map<string, Promise<Known>>();
  /** How often something was forgotten. An answer from before may be the one that no longer holds, so it is not kept. */
  let generation = 0;
  const beginGeneration = () => {
    generation += 1;
    asking.clear();
  };

  const principalOf = async ({ kind, secret }: Credential): Promise<string | null> => {
    const hash = hashSecret(secret);
    const key = `${kind}:${hash}`;
    const cached = known.get(key);
    if (cached) return cached.answer.principal;
    const begun = generation;
    let answer = asking.get(key);
    if (!answer) {
      answer = parts.ask(authenticate, { kind, secret }).finally(() => begun === generation && asking.delete(key));
      asking.set(key, answer);
    }
    const given = await answer;
    if (begun !== generation) return given.principal;
    const left = given.expiresAt === null ? knownForMs : Math.min(knownForMs, given.expiresAt - parts.now().getTime());
    known.set(key, { answer: given, hash }, { ttl: Math.max(1, given.principal ? left : unknownForMs) });
    return given.principal;
  };

  return {
    /** The signed principal, null where there is no credential that counts. Rejects when one has to be asked about and nobody answers. */
    async read(request: IncomingMessage): Promise<string | null> {
      for (const credential of credentialsOf(request)) {
        const principal = await principalOf(credential);
        if (principal) return principal;
      }
      return null;
    },
    /** Forgets what has changed. */
    forget({ users, credentials }: AccessChanged): void {
      beginGeneration();
      const changedUsers = new Set(users);
      const changed = new Set(credentials);
      for (const [key, { answer, hash }] of known.entries()) {
        if (changed.has(hash) || (answer.user !== null && changedUsers.has(answer.user)) || answer.principal === null) known.delete(key);
      }
    },
    forgetAll(): void {
      beginGeneration();
      known.clear();
    },
  };
}

/** Whether a user asks what SDKs ask: with a session alone, or with a personal access token. */
export function isPersonal({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.authorization === undefined ? cookieOf(headers.cookie) !== null : headers.authorization.startsWith('user:');
}

function credentialsOf(request: IncomingMessage): Credential[] {
  const found: Credential[] = [];
  const session = cookieOf(request.headers.cookie);
  if (session && !isForged(request)) found.push({ kind: 'session', secret: session });
  const token = request.headers.authorization?.trim();
  if (token && token.length <= maxSecretCharacters) found.push({ kind: 'token', secret: token });
  return found;
}

function cookieOf(header: string | undefined): string | null {
  const value = header === undefined ? undefined : parseCookie(header)[sessionCookie];
  return value && value.length <= maxSecretCharacters ? value : null;
}

/** A browser says that another site caused this change: the session's cookie does not count for it. */
function isForged(request: IncomingMessage): boolean {
  return request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site';
}
