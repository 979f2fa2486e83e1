import { createPublicKey, verify } from 'node:crypto';
import { type Api, RequestFailure } from '../call/api.ts';

/** The signed content. */
export interface ReportClaims {
  readonly sha256: string;
  readonly requestedBy: string;
  readonly createdAt: string;
}

/** A public key of the event log. */
export interface PublicKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly kid: string;
}

/** The signature of the target for a digest, or the reason why there is none. */
export async function requestSignature(api: Api, sha256: string): Promise<{ jws: string } | { reason: string }> {
  try {
    return await api.post<{ jws: string }>('/api/admin/audit/report-signatures', { sha256 });
  } catch (error) {
    if (error instanceof RequestFailure) return { reason: error.message };
    throw error;
  }
}

/** All keys that ever signed for the target. */
export const readKeys = async (api: Api): Promise<readonly PublicKey[]> =>
  (await api.get<{ keys: PublicKey[] }>('/api/admin/audit/checkpoints?limit=1')).keys;

const typ = 'signalbox-report+jws';

/** The content of a signature if one of the keys signed it, otherwise null. Accepts signatures of reports only. */
export function readSignature(jws: string, keys: readonly PublicKey[]): (ReportClaims & { readonly kid: string }) | null {
  const [header = '', payload = '', signature = '', ...others] = jws.trim().split('.');
  const named = read(header) as { alg?: string; typ?: string; kid?: string } | null;
  const key = keys.find(({ kid }) => kid === named?.kid);
  if (others.length > 0 || !key || named?.alg !== 'EdDSA' || named.typ !== typ) return null;
  const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' });
  if (!verify(null, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'))) return null;
  const claims = read(payload) as ReportClaims | null;
  return claims && { ...claims, kid: key.kid };
}

function read(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
