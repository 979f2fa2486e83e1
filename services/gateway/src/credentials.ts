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
  /** The version of access that the principal reflects at least. */
  readonly version: number;
}

/** An answer of identity, and the version of access that it reflects at least. */
interface Dated {
  readonly answer: Known;
  readonly version: number;
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
  const known = new LRUCache<string, Dated & { hash: string }>({
    max: maxCredentials,
    ttlResolution: 0,
    perf: { now: () => parts.now().getTime() },
  });
  const asking = new Map<string, { version: number; answer: Promise<Known> }>();
  /** The newest version of access that this process was notified of. */
  let notified = 0;
  /** How often something was forgotten. An answer from before may be the one that no longer holds, so it is not kept. */
  let generation = 0;
  const beginGeneration = () => {
    generation += 1;
    asking.clear();
  };

  const request = ({ kind, secret }: Credential, key: string, version: number) => {
    const current = asking.get(key);
    if (current && current.version >= version) return current;
    const answer = parts.ask(authenticate, { kind, secret });
    const begun = { version: Math.max(version, notified), answer };
    const end = () => asking.get(key) === begun && asking.delete(key);
    answer.then(end, end);
    asking.set(key, begun);
    return begun;
  };

  const callerOf = async (credential: Credential, atLeast: number): Promise<Caller | null> => {
    const hash = hashSecret(credential.secret);
    const key = `${credential.kind}:${hash}`;
    const cached = known.get(key);
    if (cached && cached.version >= atLeast) return asCaller(cached, hash);
    const begun = generation;
    const { version, answer } = request(credential, key, atLeast);
    const given = { answer: await answer, version };
    const isOutdated = begun !== generation || version < (known.peek(key)?.version ?? 0);
    if (isOutdated) return asCaller(given, hash);
    const { expiresAt, principal } = given.answer;
    const left = expiresAt === null ? knownForMs : Math.min(knownForMs, expiresAt - parts.now().getTime());
    known.set(key, { ...given, hash }, { ttl: Math.max(1, principal ? left : unknownForMs) });
    return asCaller(given, hash);
  };

  return {
    /**
     * Who sends it, null where there is no credential that counts; a session does not where a page of another origin sends it.
     * A principal from before the version `atLeast` of access is requested again. Rejects when identity is needed and does not answer.
     */
    async read({ headers }: WithHeaders, isForeign = false, atLeast = 0): Promise<Caller | null> {
      const sessions = isForeign ? [] : sessionsIn(headers.cookie, cookieName);
      for (const credential of [...sessions, ...tokensIn(headers.authorization)]) {
        const caller = await callerOf(credential, atLeast);
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
    forget({ version, users, credentials }: AccessChanged): void {
      beginGeneration();
      notified = Math.max(notified, version);
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

const asCaller = ({ answer: { principal, user }, version }: Dated, hash: string): Caller | null =>
  principal === null ? null : { principal, holder: user === null ? hash : `user ${user}`, version };

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
