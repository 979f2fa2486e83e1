import type { IncomingMessage } from 'node:http';
import {
  accessMarkHeader,
  anonymous,
  Failure,
  furthest,
  Principal,
  principalHeader,
  principalIssuer,
  readAccessMark,
  validator,
} from '@signalbox/contracts';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { AccessReplica } from '../access/access-replica.ts';
import type { Effects } from '../runtime/effects.ts';

const isPrincipal = validator(Principal);

/** How long a request waits for the access state that it needs, and an answer for the one that it makes. */
export const waitForAccessMs = 1000;

/** Verifies signed principals, each once until it expires. */
export function principalReader(access: AccessReplica, effects: Pick<Effects, 'now'>): (request: IncomingMessage) => Promise<Principal> {
  let known: LRUCache<string, Verified> | undefined;
  return async (request) => {
    const token = request.headers[principalHeader];
    if (typeof token !== 'string') return anonymous;
    // It takes its memory at once, so that a service without callers has none.
    known ??= new LRUCache({ max: 10_000 });
    const cached = known.get(token);
    const verified =
      cached && cached.expiresAt > effects.now().getTime() && access.key(cached.key) ? cached : await verify(token, access, effects.now());
    if (!verified) return anonymous;
    known.set(token, verified);
    const { principal } = verified;
    await waitForAccess(access, principal.accessVersion, request.headers[accessMarkHeader]);
    return principal;
  };
}

interface Verified {
  readonly principal: Principal;
  /** Id of the key that signed it. */
  readonly key: string;
  readonly expiresAt: number;
}

/** Null for what identity did not sign, or not for this moment: its bearer is anonymous. */
async function verify(token: string, access: AccessReplica, now: Date): Promise<Verified | null> {
  const id = keyIdOf(token);
  if (id === null) return null;
  const key = access.key(id) ?? (await fetchKey(id, access));
  if (!key) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      issuer: principalIssuer,
      requiredClaims: ['exp'],
      currentDate: now,
    });
    const { principal, exp = 0 } = payload;
    return isPrincipal(principal) ? { principal, key: id, expiresAt: exp * 1000 } : null;
  } catch {
    return null;
  }
}

function keyIdOf(token: string): string | null {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return alg === 'EdDSA' && kid ? kid : null;
  } catch {
    return null;
  }
}

/** Keys are told with the access state; one that nobody told yet is asked for before its bearer counts as anonymous. */
async function fetchKey(id: string, access: AccessReplica) {
  try {
    await access.follower.refresh();
  } catch (error) {
    throw undecided(error);
  }
  return access.key(id);
}

/** For what the principal was granted, and for what its bearer changed a moment ago. */
async function waitForAccess(access: AccessReplica, version: number, changed: unknown): Promise<void> {
  if (version <= access.version && changed === undefined) return;
  const mark = furthest({ access: version }, readAccessMark(String(changed)));
  if (await access.reach(mark, waitForAccessMs)) return;
  throw new Failure('TooEarlyError', 'Your recent change has not arrived here yet. Try again shortly.', { retryAfterSeconds: 1 });
}

const undecided = (cause: unknown) =>
  new Failure('UnavailableError', 'Permissions cannot be checked at the moment. Try again shortly.', { retryAfterSeconds: 1, cause });
