import type { EntityManager } from '@signalbox/kit';
import type { RowsOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import {
  customRoleTable,
  groupMemberTable,
  groupTable,
  inactiveMemberTable,
  provisionedGroupTable,
  roleGrantTable,
  signingKeyTable,
} from './access.ts';
import { authorizationGrantTable } from './authorization-grant.ts';
import { factorPolicyTable, passkeyChallengeTable, passkeyTable, recoveryCodeTable, totpFactorTable } from './factor.ts';
import { resetTokenTable, signUpLinkTable, signUpTable } from './link.ts';
import { pendingMailTable, watchTable } from './mail.ts';
import { heardPositionTable, knownEnvironmentTable, knownOriginTable, knownProjectTable, knownSettingTable } from './projection.ts';
import { knownBrowserTable, logInTable, pendingLogInTable, sessionTable, unknownUserTable, usedAssertionTable } from './session.ts';
import { signOnSettingTable } from './sign-on-setting.ts';
import { apiTokenTable, personalTokenTable, revokedTokenTable } from './token.ts';
import { provisionedUserTable, userSettingTable, userTable } from './user.ts';
import { usedSubjectTokenTable, workloadIdentityTable } from './workload.ts';

export const tables = [
  apiTokenTable,
  authorizationGrantTable,
  customRoleTable,
  factorPolicyTable,
  groupMemberTable,
  groupTable,
  heardPositionTable,
  inactiveMemberTable,
  knownBrowserTable,
  knownEnvironmentTable,
  knownOriginTable,
  knownProjectTable,
  knownSettingTable,
  logInTable,
  passkeyChallengeTable,
  passkeyTable,
  pendingLogInTable,
  pendingMailTable,
  personalTokenTable,
  provisionedGroupTable,
  provisionedUserTable,
  recoveryCodeTable,
  resetTokenTable,
  revokedTokenTable,
  roleGrantTable,
  sessionTable,
  signOnSettingTable,
  signUpLinkTable,
  signUpTable,
  signingKeyTable,
  totpFactorTable,
  unknownUserTable,
  usedAssertionTable,
  usedSubjectTokenTable,
  userSettingTable,
  userTable,
  watchTable,
  workloadIdentityTable,
] as const;

/** Rows of all tables for the query builder, with the host's counter (ARCHITECTURE, "The life of a request"). */
export interface Tables extends RowsOf<(typeof tables)[number]> {
  counter: { id: number; revision: number };
}

/** The query builder: in the transaction of `em`, if any; otherwise on a connection that reads committed rows. */
export const tablesOf = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>({ type: 'read' });
