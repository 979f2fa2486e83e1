import type { IncomingMessage } from 'node:http';
import { type AccessChanged, authenticate, hashSecret, isPersonalSecret, type QuestionOutput } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { parseCookie } from 'cookie';
import { LRUCache } from 'lru-cache';

type Known = QuestionOutput<typeof authenticate>;

/** The owner of a credential. */
export interface Caller {
  /** Signed for services. */
  readonly principal: string;
  /** The same for all credentials of a user; an API token is its own holder. */
  readonly holder: string;
  /** Minimum access version that the principal reflects. */
  readonly version: number;
  /** Id of an agent's token. */
  readonly agentToken?: number | undefined;
}

/** An answer of identity with the minimum access version that it reflects. */
interface Dated {
  readonly answer: Known;
  readonly version: number;
}

const maxSecretCharacters = 1000;
const knownForMs = 30_000;
const unknownForMs = 5_000;
const maxCredentials = 20_000;
/** A browser may send several cookies of one name, for different paths and hosts. Each unknown one costs a request to identity. */
const maxSessions = 5;

type WithHeaders = Pick<IncomingMessage, 'headers'>;

interface Credential {
  readonly kind: 'session' | 'token';
  readonly secret: string;
}

/**
 * Turns a request's credential into a signed principal. Answers are cached for seconds, in bounds, and evicted when access changes. A valid
 * session, in the cookie `cookieName`, takes precedence over a token.
 */
export class CredentialReader {
  readonly #parts: Pick<OpenParts, 'ask' | 'now'>;
  readonly #cookieName: string;
  readonly #known: LRUCache<string, Dated & { hash: string }>;
  readonly #asking = new Map<string, { version: number; answer: Promise<Known> }>();
  /** The newest access version that this process was notified of. */
  #notified = 0;
  /** Number of evictions. An answer that was requested before the last one may be outdated, so it is not cached. */
  #generation = 0;

  constructor(parts: Pick<OpenParts, 'ask' | 'now'>, cookieName: string) {
    this.#parts = parts;
    this.#cookieName = cookieName;
    this.#known = new LRUCache({ max: maxCredentials, ttlResolution: 0, perf: { now: () => parts.now().getTime() } });
  }

  /**
   * Returns the caller, or null without a valid credential. Ignores sessions if the request comes from a page of another origin
   * (`isForeign`). Requests a principal again if it is older than the access version `atLeast`. Rejects if identity is needed and
   * unavailable.
   */
  async read({ headers }: WithHeaders, isForeign = false, atLeast = 0): Promise<Caller | null> {
    const sessions = isForeign ? [] : sessionsIn(headers.cookie, this.#cookieName);
    for (const credential of [...sessions, ...tokensIn(headers.authorization)]) {
      const caller = await this.#callerOf(credential, atLeast);
      if (caller && caller.agentToken === undefined) return caller;
    }
    return null;
  }

  /** Returns the agent with this bearer token, or null. Its token is no credential for `read`, and no other one is for this. */
  async readAgent({ headers }: WithHeaders, atLeast = 0): Promise<AgentCaller | null> {
    const [credential] = tokensIn(headers.authorization);
    const caller = credential ? await this.#callerOf(credential, atLeast) : null;
    return isAgent(caller) ? caller : null;
  }

  /** Returns whether an SDK request comes from a user: with a session alone, or with a personal access token. */
  isPersonal({ headers }: WithHeaders): boolean {
    const { authorization, cookie } = headers;
    return authorization === undefined ? sessionsIn(cookie, this.#cookieName).length > 0 : isPersonalSecret(secretIn(authorization));
  }

  /** Evicts the callers that a change affects. */
  forget({ version, users, credentials }: AccessChanged): void {
    this.#beginGeneration();
    this.#notified = Math.max(this.#notified, version);
    const changedUsers = new Set(users);
    const changed = new Set(credentials);
    for (const [key, { answer, hash }] of this.#known.entries()) {
      const isChanged = changed.has(hash) || (answer.user !== null && changedUsers.has(answer.user));
      if (isChanged || answer.principal === null) this.#known.delete(key);
    }
  }

  forgetAll(): void {
    this.#beginGeneration();
    this.#known.clear();
  }

  async #callerOf(credential: Credential, atLeast: number): Promise<Caller | null> {
    const hash = hashSecret(credential.secret);
    const key = `${credential.kind}:${hash}`;
    const cached = this.#known.get(key);
    if (cached && cached.version >= atLeast) return asCaller(cached, hash);
    const begun = this.#generation;
    const { version, answer } = this.#request(credential, key, atLeast);
    const given = { answer: await answer, version };
    const isOutdated = begun !== this.#generation || version < (this.#known.peek(key)?.version ?? 0);
    if (!isOutdated) this.#known.set(key, { ...given, hash }, { ttl: this.#ttlOf(given.answer) });
    return asCaller(given, hash);
  }

  #ttlOf({ expiresAt, principal }: Known): number {
    if (!principal) return unknownForMs;
    return Math.max(1, expiresAt === null ? knownForMs : Math.min(knownForMs, expiresAt - this.#parts.now().getTime()));
  }

  #request({ kind, secret }: Credential, key: string, version: number) {
    const current = this.#asking.get(key);
    if (current && current.version >= version) return current;
    const answer = this.#parts.ask(authenticate, { kind, secret });
    const begun = { version: Math.max(version, this.#notified), answer };
    const end = () => this.#asking.get(key) === begun && this.#asking.delete(key);
    answer.then(end, end);
    this.#asking.set(key, begun);
    return begun;
  }

  #beginGeneration(): void {
    this.#generation += 1;
    this.#asking.clear();
  }
}

const asCaller = ({ answer: { principal, user, agentToken }, version }: Dated, hash: string): Caller | null =>
  principal === null ? null : { principal, holder: user === null ? hash : `user ${user}`, version, agentToken };

/** A caller with an agent's token. */
export type AgentCaller = Caller & { readonly agentToken: number };

const isAgent = (caller: Caller | null): caller is AgentCaller => caller?.agentToken !== undefined;

/** The values of all cookies of that name. One of them may be planted, and one valid. */
export const cookiesOf = (header: string | undefined, name: string): string[] =>
  (header?.split(';') ?? [])
    .flatMap((pair) => parseCookie(pair)[name] ?? [])
    .filter((value) => value !== '' && value.length <= maxSecretCharacters);

const sessionsIn = (header: string | undefined, cookieName: string): Credential[] =>
  cookiesOf(header, cookieName)
    .slice(0, maxSessions)
    .map((secret) => ({ kind: 'session', secret }));

function tokensIn(authorization: string | undefined): Credential[] {
  const secret = secretIn(authorization ?? '');
  return secret === '' || secret.length > maxSecretCharacters ? [] : [{ kind: 'token', secret }];
}

/** The SDKs send a token alone, and OAuth clients send it as a bearer token (RFC 6750 §2.1). */
const secretIn = (authorization: string): string => authorization.trim().replace(/^Bearer +/i, '');
