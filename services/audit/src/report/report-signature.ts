import { CompactSign, importJWK } from 'jose';
import type { PrivateKey } from '../checkpoint/checkpoint-key.ts';

/** Signed content of a report's signature. */
export interface ReportClaims {
  /** SHA-256 of the report, in hexadecimal. */
  readonly sha256: string;
  /** The administrator or token that requested the signature. */
  readonly requestedBy: string;
  readonly createdAt: string;
}

/** Differs from the type of checkpoints, so that no signature of a report can pass for one. */
const typ = 'signalbox-report+jws';

/** Signs the claims as a compact JWS. */
export async function signReport(claims: ReportClaims, { id, jwk }: Pick<PrivateKey, 'id' | 'jwk'>): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', kid: id, typ })
    .sign(await importJWK(jwk, 'EdDSA'));
}
