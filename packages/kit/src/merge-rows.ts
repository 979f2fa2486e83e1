import type { EntityManager } from '@mikro-orm/sql';
import { type Expression, sql } from 'kysely';

/** What becomes of a column whose row is already there: the sum, the maximum, or the one that came. */
export type Merging = 'add' | 'max' | 'replace';

/** Which columns tell rows apart, and how the others take in what comes; a column that is not named keeps its value. */
export interface MergeRule {
  readonly key: readonly string[];
  readonly merge: Readonly<Record<string, Merging>>;
}

/**
 * Writes rows in one statement, merging each with the row of the same key if there is one. For numbers that many
 * processes add up: nobody reads first, so nothing is lost between. Rows of one call have different keys; callers sort
 * them, so that two calls lock in the same order, and bound their number.
 */
export async function mergeRows(
  em: EntityManager,
  table: string,
  { key, merge }: MergeRule,
  rows: readonly Readonly<Record<string, string | number | null>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const insert = em
    .getKysely<Record<string, Record<string, unknown>>>()
    .insertInto(table)
    .values([...rows]);
  // The dialect that answers with the rows it wrote is the one with `on conflict`.
  if (em.getPlatform().usesReturningStatement()) {
    const incoming = (column: string) => sql`excluded.${sql.ref(column)}`;
    const columns = merged(table, merge, incoming, 'max');
    await insert
      .onConflict((conflict) => (columns ? conflict.columns([...key]).doUpdateSet(columns) : conflict.columns([...key]).doNothing()))
      .execute();
    return;
  }
  const incoming = (column: string) => sql`values(${sql.ref(column)})`;
  const [first = ''] = key;
  await insert.onDuplicateKeyUpdate(merged(table, merge, incoming, 'greatest') ?? { [first]: sql.ref(`${table}.${first}`) }).execute();
}

function merged(
  table: string,
  merge: MergeRule['merge'],
  incoming: (column: string) => Expression<unknown>,
  max: 'max' | 'greatest',
): Record<string, Expression<unknown>> | null {
  const columns = Object.entries(merge).map(([column, merging]) => {
    const stored = sql.ref(`${table}.${column}`);
    const came = incoming(column);
    const value = { add: sql`${stored} + ${came}`, max: sql`${sql.raw(max)}(${stored}, ${came})`, replace: came }[merging];
    return [column, value] as const;
  });
  return columns.length > 0 ? Object.fromEntries(columns) : null;
}
