import type { EntityManager } from '@signalbox/kit';
import { type RowsOf, tablesIn } from '@signalbox/table';
import type { Kysely } from 'kysely';
import * as access from './access.ts';
import * as authorizationGrant from './authorization-grant.ts';
import * as factor from './factor.ts';
import * as link from './link.ts';
import * as mail from './mail.ts';
import * as notification from './notification.ts';
import * as projection from './projection.ts';
import * as session from './session.ts';
import * as signOnSetting from './sign-on-setting.ts';
import * as token from './token.ts';
import * as user from './user.ts';
import * as workload from './workload.ts';

export const tables = tablesIn(
  access,
  authorizationGrant,
  factor,
  link,
  mail,
  notification,
  projection,
  session,
  signOnSetting,
  token,
  user,
  workload,
);

/** Rows of all tables for the query builder, with the host's counter (ARCHITECTURE, "The life of a request"). */
export interface Tables extends RowsOf<(typeof tables)[number]> {
  counter: { id: number; revision: number };
}

/** The query builder: in the transaction of `em`, if any; otherwise on a connection that reads committed rows. */
export const tablesOf = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>({ type: 'read' });
