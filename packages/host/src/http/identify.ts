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
import { jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { AccessReplica } from '../access/access-replica.ts';
import type { Effects } from '../runtime/effects.ts';

const isPrincipal = validator(Principal);

/** Returns a function that verifies signed principals, and caches them until they expire. */
export function principalReader(access: AccessReplica, effects: Pick<Effects, 'now'>): (request: IncomingMessage) => Promise<Principal> {
  // Limited by `maxSize`, because a cache with `max` allocates room for all its entries at once, in each service.
  const known = new LRUCache<string, Verified>({ maxSize: 10_000, sizeCalculation: () => 1 });
  return async (request) => {
    const token = request.headers[principalHeader];
    if (typeof token !== 'string') return anonymous;
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
  /** Id of the signing key. */
  readonly key: string;
  readonly expiresAt: number;
}

/** Returns null for an invalid or expired signature; the caller then counts as anonymous. */
async function verify(token: string, access: AccessReplica, now: Date): Promise<Verified | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, ({ kid = '' }) => keyOf(kid, access), {
      algorithms: ['EdDSA'],
      issuer: principalIssuer,
      requiredClaims: ['exp'],
      currentDate: now,
    });
    const { principal, exp = 0 } = payload;
    return isPrincipal(principal) ? { principal, key: protectedHeader.kid ?? '', expiresAt: exp * 1000 } : null;
  } catch (error) {
    if (error instanceof Failure) throw error;
    return null;
  }
}

/** Keys arrive with the access state. An unknown key triggers a fetch before its bearer counts as anonymous. */
async function keyOf(id: string, access: AccessReplica) {
  if (id !== '' && !access.key(id)) {
    await access.follower.refresh().catch((cause: unknown) => {
      throw new Failure('UnavailableError', 'Permissions cannot be checked at the moment. Try again shortly.', {
        retryAfterSeconds: 1,
        cause,
      });
    });
  }
  const key = access.key(id);
  if (!key) throw new Error('the key is unknown');
  return key;
}

/** Waits for the access version of the principal, and for recent changes by its bearer. */
async function waitForAccess(access: AccessReplica, version: number, changed: unknown): Promise<void> {
  if (version <= access.version && changed === undefined) return;
  const mark = furthest({ access: version }, readAccessMark(String(changed)));
  if (await access.reach(mark)) return;
  throw new Failure('TooEarlyError', 'Your recent change has not arrived here yet. Try again shortly.', { retryAfterSeconds: 1 });
}
