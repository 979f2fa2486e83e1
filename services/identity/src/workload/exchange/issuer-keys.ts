import { Failure } from '@signalbox/contracts';
import { minuteMs } from '@signalbox/kit';
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { GuardedFetch, OutboundState } from '@signalbox/outbound';

/** Finds the key that a token names. */
export type KeySet = ReturnType<typeof createLocalJWKSet>;

/** Keys that issuers publish. Both functions throw 503 if the issuer publishes no usable keys. */
export interface IssuerKeys {
  /** Keys fetched within the last ten minutes. */
  of(issuer: string): Promise<KeySet>;
  /** Current keys, for a token with an unknown key. Requests them at most every ten seconds per issuer. */
  newer(issuer: string): Promise<KeySet>;
}

/** The part of the service's state that verifying issuers' tokens needs. */
export interface IssuerState {
  readonly issuerKeys: IssuerKeys;
}

interface Known {
  keys: Promise<KeySet>;
  /** Expiry of the keys. */
  until: number;
  /** Time of the next allowed request to the issuer. */
  again: number;
}

const knownForMs = 10 * minuteMs;
const againAfterMs = 10_000;
const maxIssuers = 100;

export function openIssuerKeys({ outbound }: OutboundState, now: () => Date): IssuerState {
  const known = new Map<string, Known>();
  const at = () => now().getTime();
  const store = (issuer: string, entry: Known): void => {
    known.delete(issuer);
    known.set(issuer, entry);
    for (const oldest of [...known.keys()].slice(0, -maxIssuers)) known.delete(oldest);
  };
  const fetchAnew = (issuer: string): Promise<KeySet> => {
    const before = known.get(issuer);
    const entry = { keys: fetchKeys(issuer, outbound), until: at() + knownForMs, again: at() + againAfterMs };
    entry.keys = entry.keys.catch((cause: unknown) => {
      // Failures are cached too, so that tokens cannot trigger repeated futile requests. Older keys stay valid.
      entry.until = entry.again;
      if (before && before.until > at() && known.get(issuer) === entry) store(issuer, { ...before, again: entry.again });
      throw unavailable(issuer, cause);
    });
    store(issuer, entry);
    return entry.keys;
  };
  const read = (issuer: string, limit: 'until' | 'again'): Promise<KeySet> => {
    const found = known.get(issuer);
    return found && at() < found[limit] ? found.keys : fetchAnew(issuer);
  };
  return { issuerKeys: { of: (issuer) => read(issuer, 'until'), newer: (issuer) => read(issuer, 'again') } };
}

/** Follows OpenID Connect Discovery 1.0 §4. The guard limits time and size of each response. */
async function fetchKeys(issuer: string, { fetch }: GuardedFetch): Promise<KeySet> {
  const configuration = await readJson(fetch, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (configuration['issuer'] !== issuer)
    throw new Error(`the configuration names another issuer: ${String(configuration['issuer']).slice(0, 500)}`);
  return createLocalJWKSet((await readJson(fetch, String(configuration['jwks_uri']))) as unknown as JSONWebKeySet);
}

async function readJson(fetch: GuardedFetch['fetch'], url: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const body: unknown = await answer.json();
  if (body === null || typeof body !== 'object') throw new Error(`${url} did not return an object`);
  return body as Record<string, unknown>;
}

const unavailable = (issuer: string, cause: unknown): Failure =>
  new Failure('UnavailableError', `The keys of ${issuer} cannot be fetched. Try again shortly.`, {
    cause,
    retryAfterSeconds: 10,
    extra: { error: 'temporarily_unavailable' },
  });
