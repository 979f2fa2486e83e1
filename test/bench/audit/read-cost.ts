import type { EntityManager } from '@signalbox/kit';
import { askedStatementsOf, type AskedStatement, type TestApp } from '@signalbox/testing';

/** What a request costs the database, whatever else the machine does. */
export interface ReadCost {
  readonly statements: number;
  /** Rows of tables and entries of indexes that were looked at; null where the database does not say (SQLite). */
  readonly rows: number | null;
  /** The indexes that were asked, and `SORT` and `SCAN` for what an index should have saved. */
  readonly plan: string;
}

/** Asks once, and asks each of its statements again, alone on one connection. */
export async function readCostOf(app: TestApp, ask: () => Promise<unknown>): Promise<ReadCost> {
  const store = app.store('audit');
  const asked = await askedStatementsOf(store, ask);
  const isMysql = store.dialect === 'mysql';
  const marks = new Set<string>();
  let rows = 0;
  await store.transaction(async (em) => {
    for (const statement of asked) {
      if (isMysql) rows += await rowsReadBy(em, statement);
      for (const mark of await planOf(em, statement, isMysql)) marks.add(mark);
    }
  });
  return { statements: asked.length, rows: isMysql ? rows : null, plan: [...marks].sort().join(' ') };
}

const run = (em: EntityManager, sql: string, parameters: readonly unknown[] = []) =>
  em.execute<Record<string, string | null>[]>(sql, [...parameters]);

async function rowsReadBy(em: EntityManager, { sql, parameters }: AskedStatement): Promise<number> {
  const before = await handlerReads(em);
  await run(em, sql, parameters);
  return (await handlerReads(em)) - before;
}

/** `Handler_read_rnd_deleted` and the temporary tables' own reads count too: they are work as well. */
async function handlerReads(em: EntityManager): Promise<number> {
  const rows = await run(em, `show session status like 'Handler_read%'`);
  return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
}

async function planOf(em: EntityManager, { sql, parameters }: AskedStatement, isMysql: boolean): Promise<string[]> {
  const steps = await run(em, `${isMysql ? 'explain' : 'explain query plan'} ${sql}`, parameters);
  return isMysql ? steps.flatMap(mysqlMarks) : steps.flatMap(({ detail }) => sqliteMarks(detail ?? ''));
}

const mysqlMarks = ({ table, key, Extra, type }: Record<string, string | null>): string[] => [
  ...(key && table === 'event' ? [key] : []),
  ...(Extra?.includes('filesort') && table === 'event' ? ['SORT'] : []),
  ...(type === 'ALL' && table === 'event' ? ['SCAN'] : []),
];

const sqliteMarks = (detail: string): string[] => [
  ...(/ event .*INDEX (\w+)/.exec(detail)?.slice(1) ?? (/SEARCH event USING INTEGER PRIMARY KEY/.test(detail) ? ['PRIMARY'] : [])),
  ...(detail.includes('TEMP B-TREE FOR ORDER BY') ? ['SORT'] : []),
  ...(/^SCAN event$/.test(detail) ? ['SCAN'] : []),
];
