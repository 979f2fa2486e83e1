import { createHash } from 'node:crypto';
import type { Api } from '../call/api.ts';
import type { Plan } from '../plan/plan.ts';
import type { Verification } from '../verify/verification.ts';
import { requestSignature } from './report-signature.ts';

/** A report as text, its digest, and the target's signature of it. */
export interface SignedReport {
  readonly text: string;
  readonly sha256: string;
  /** Null without a signature; then `reason` has the cause. */
  readonly jws: string | null;
  readonly reason: string | null;
}

/** Writes the report as text, and lets the target sign its digest. */
export async function signReport(plan: Plan, verification: Verification, target: Api): Promise<SignedReport> {
  const text = `${JSON.stringify({ plan, verification }, null, 2)}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const signed = await requestSignature(target, sha256);
  return 'jws' in signed ? { text, sha256, jws: signed.jws, reason: null } : { text, sha256, jws: null, reason: signed.reason };
}
