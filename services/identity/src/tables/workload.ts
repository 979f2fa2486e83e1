import { boolean, fixedText, instant, integer, json, table, text } from '@signalbox/table';

/** Patterns by claim name; the value of each claim must match one of its patterns. */
export type ClaimRules = Readonly<Record<string, readonly string[]>>;

export const workloadIdentityTable = table('workload_identity', 'WorkloadIdentity', {
  /** The user that the workload acts as, with its name and roles. */
  userId: integer().key(),
  issuer: text(500),
  audience: text(255),
  claims: json<ClaimRules>(),
  projectId: text(100),
  tokenLifetimeSeconds: integer(),
  enabled: boolean(),
});

export const usedSubjectTokenTable = table('used_subject_token', 'UsedSubjectToken', {
  /** Hash of the issuer and the token's id. */
  hash: fixedText(64).key(),
  expiresAt: instant(),
});

/** An exchanged token of an issuer, stored as long as a replay is possible. */
export class UsedSubjectToken extends usedSubjectTokenTable.entity.class {}
usedSubjectTokenTable.entity.setClass(UsedSubjectToken);
