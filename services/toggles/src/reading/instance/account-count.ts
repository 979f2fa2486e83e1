import type { Context, EntityManager } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { tablesOf } from '../../tables/tables.ts';

/** Kinds of accounts in the events of identity: users, service accounts, API tokens by type. */
export type AccountKind = 'user' | 'service-account' | `${string} token`;

export const countAccount = ({ em }: Pick<Context, 'em'>, kind: AccountKind, change: 1 | -1): Promise<void> =>
  mergeRows(em, 'account_count', { key: ['kind'], merge: { total: 'add' } }, [{ kind, total: change }]);

export async function readAccounts(em: EntityManager): Promise<ReadonlyMap<string, number>> {
  const rows = await tablesOf(em).selectFrom('account_count').selectAll().execute();
  return new Map(rows.map(({ kind, total }) => [kind, Number(total)]));
}
