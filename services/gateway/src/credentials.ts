import type { IncomingMessage } from 'node:http';
import { type AccessChanged, authenticate, hashSecret, isPersonalSecret, type QuestionOutput } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { parseCookie } from 'cookie';
import { LRUCache } from 'lru-cache';

type Known = QuestionOutput<typeof authenticate>;

/** Who a credential belongs to. */
export interface Caller {
  /** Signed, for services. */
  readonly principal: string;
  /** The same for all credentials of a user; an API token is one by itself. */
  readonly holder: string;
}

const maxSecretCharacters = 1000;
const knownForMs = 30_000;
const unknownForMs = 5_000;
const maxCredentials = 20_000;
/** A browser may hold several cookies of one name, for paths and hosts; each that is unknown here is a question to identity. */
const maxSessions = 5;

type WithHeaders = Pick<IncomingMessage, 'headers'>;

interface Credential {
  readonly kind: 'session' | 'token';
  readonly secret: string;
}

/**
 * Turns a request's credential into a signed principal. Answers are kept for seconds, in bounds, and forgotten as
 * soon as it is told that something about them changed. A valid session, in a cookie of that name, counts before a token.
 */
export function credentialReader(parts: Pick<OpenParts, 'ask' | 'now'>, cookieName: string) {
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

  const callerOf = async ({ kind, secret }: Credential): Promise<Caller | null> => {
    const hash = hashSecret(secret);
    const key = `${kind}:${hash}`;
    const cached = known.get(key);
    if (cached) return asCaller(cached.answer, hash);
    const begun = generation;
    let answer = asking.get(key);
    if (!answer) {
      answer = parts.ask(authenticate, { kind, secret }).finally(() => begun === generation && asking.delete(key));
      asking.set(key, answer);
    }
    const given = await answer;
    if (begun !== generation) return asCaller(given, hash);
    const left = given.expiresAt === null ? knownForMs : Math.min(knownForMs, given.expiresAt - parts.now().getTime());
    known.set(key, { answer: given, hash }, { ttl: Math.max(1, given.principal ? left : unknownForMs) });
    return asCaller(given, hash);
  };

  return {
    /**
     * Who sends it, null where there is no credential that counts; a session does not where a page of another origin sends it.
     * Rejects when one has to be asked about and nobody answers.
     */
    async read({ headers }: WithHeaders, isForeign = false): Promise<Caller | null> {
      const sessions = isForeign ? [] : sessionsIn(headers.cookie, cookieName);
      for (const credential of [...sessions, ...tokensIn(headers.authorization)]) {
        const caller = await callerOf(credential);
        if (caller) return caller;
      }
      return null;
    },
    /** Whether a user asks what SDKs ask: with a session alone, or with a personal access token. */
    isPersonal({ headers }: WithHeaders): boolean {
      const { authorization, cookie } = headers;
      return authorization === undefined ? sessionsIn(cookie, cookieName).length > 0 : isPersonalSecret(authorization.trim());
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

const asCaller = ({ principal, user }: Known, hash: string): Caller | null =>
  principal === null ? null : { principal, holder: user === null ? hash : `user ${user}` };

/** What all cookies of that name say, of which one may be planted and one count. */
export const cookiesOf = (header: string | undefined, name: string): string[] =>
  (header?.split(';') ?? [])
    .flatMap((pair) => parseCookie(pair)[name] ?? [])
    .filter((value) => value !== '' && value.length <= maxSecretCharacters);

const sessionsIn = (header: string | undefined, cookieName: string): Credential[] =>
  cookiesOf(header, cookieName)
    .slice(0, maxSessions)
    .map((secret) => ({ kind: 'session', secret }));

function tokensIn(authorization: string | undefined): Credential[] {
  const secret = authorization?.trim() ?? '';
  return secret === '' || secret.length > maxSecretCharacters ? [] : [{ kind: 'token', secret }];
}
