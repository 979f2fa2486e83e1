import type { EntityManager } from '@mikro-orm/sql';
import { deferred } from './compiled.ts';
import { rowsPerStatement } from './insert-into.ts';
import { type Expression, type Kysely, sql } from 'kysely';

/** Merge of an existing column: sum, maximum, or replacement. */
export type Merging = 'add' | 'max' | 'replace';

/** Key columns, and the merge of the others. Columns without a rule keep their values. */
export interface MergeRule {
  readonly key: readonly string[];
  readonly merge: Readonly<Record<string, Merging>>;
}

type Row = Readonly<Record<string, string | number | null>>;
type Tables = Record<string, Record<string, unknown>>;
type Statement = (em: EntityManager, rows: readonly Row[]) => Promise<void>;

/** Cached by table and rule, of which there is one per caller. */
const statements = new Map<string, Statement>();

/**
 * Inserts rows and merges each with the existing row of the same key, if any. For numbers that many processes add up: no
 * read precedes the write, so no update is lost. Keys within a call must be distinct. Callers limit the number of rows and sort them, so
 * that two calls lock in the same order. In a transaction it is `deferred`.
 */
export async function mergeRows(em: EntityManager, table: string, rule: MergeRule, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  // The dialect that returns written rows is the one with `on conflict`.
  const insert = em.getPlatform().usesReturningStatement() ? insertOnConflict : insertOnDuplicateKey;
  const name = JSON.stringify([insert.name, table, rule]);
  const statement = statements.get(name) ?? deferred((db: Kysely<Tables>, written: readonly Row[]) => insert(db, table, rule, written));
  statements.set(name, statement);
  for (const some of rowsPerStatement(rows)) await statement(em, some);
}

function insertOnConflict(db: Kysely<Tables>, table: string, { key, merge }: MergeRule, rows: readonly Row[]) {
  const columns = merged(table, merge, (column) => sql`excluded.${sql.ref(column)}`, 'max');
  return db
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => (columns ? conflict.columns([...key]).doUpdateSet(columns) : conflict.columns([...key]).doNothing()));
}

function insertOnDuplicateKey(db: Kysely<Tables>, table: string, { key, merge }: MergeRule, rows: readonly Row[]) {
  const [first = ''] = key;
  const columns = merged(table, merge, (column) => sql`values(${sql.ref(column)})`, 'greatest');
  return db
    .insertInto(table)
    .values(rows)
    .onDuplicateKeyUpdate(columns ?? { [first]: sql.ref(`${table}.${first}`) });
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
