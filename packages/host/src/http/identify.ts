import type { IncomingMessage } from 'node:http';
import { anonymous, Failure, Principal, principalHeader, principalIssuer, validator } from '@signalbox/contracts';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { AccessReplica } from '../access/access-replica.ts';
import type { Effects } from '../runtime/effects.ts';

const isPrincipal = validator(Principal);
const waitForAccessMs = 1000;

/** Verifies signed principals, each once until it expires. */
export function principalReader(access: AccessReplica, effects: Pick<Effects, 'now'>): (request: IncomingMessage) => Promise<Principal> {
  const known = new LRUCache<string, Verified>({ max: 10_000 });
  return async (request) => {
    const token = request.headers[principalHeader];
    if (typeof token !== 'string') return anonymous;
    const cached = known.get(token);
    const verified =
      cached && cached.expiresAt > effects.now().getTime() && access.key(cached.key) ? cached : await verify(token, access, effects.now());
    if (!verified) return anonymous;
    known.set(token, verified);
    const { principal } = verified;
    if (principal.accessVersion > access.version) await waitForVersion(access, principal.accessVersion);
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
    throw notYet(error);
  }
  return access.key(id);
}

async function waitForVersion(access: AccessReplica, version: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitForAccessMs);
  });
  await Promise.race([access.follower.reach(version), timeout]);
  clearTimeout(timer);
  if (access.version < version) throw notYet();
}

const notYet = (cause?: unknown) =>
  new Failure('UnavailableError', 'Permissions cannot be decided at the moment. Try again shortly.', { retryAfterSeconds: 1, cause });
