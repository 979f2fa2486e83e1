import type { Store } from '@signalbox/store';

/** A statement with its parameters. */
export interface ExecutedStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

interface Executor {
  executeQuery(query: ExecutedStatement, ...rest: unknown[]): Result;
  withConnectionProvider(...rest: unknown[]): Executor;
}

/** Tables of the host's own background work: the relay's messages and the housekeeping. */
const ofHost: readonly string[] = ['counter', 'outbox', 'outbox_unit', 'lease', 'inbox', 'idempotency_record'];
const tableNames = /\b(?:from|join|into|update) [`"](\w+)[`"]/g;

/** Returns true for a statement of a request: one that uses other tables as well. */
function ofRequests(sql: string): boolean {
  const tables = [...sql.matchAll(tableNames)].map(([, table = '']) => table);
  return tables.length === 0 || tables.some((table) => !ofHost.includes(table));
}

/**
 * Statements that reach the database while `work` runs, in transactions or outside, from the ORM or not: those that `counts` accepts, by
 * default all except the host's background work.
 */
export async function statementsOf(store: Store, work: () => Promise<unknown>, counts = ofRequests): Promise<string[]> {
  return (await executedStatementsOf(store, work, counts)).map(({ sql }) => sql);
}

/** `statementsOf` with parameters, so that statements can be repeated. */
export async function executedStatementsOf(store: Store, work: () => Promise<unknown>, counts = ofRequests): Promise<ExecutedStatement[]> {
  const seen: ExecutedStatement[] = [];
  const unwatch = watchStatements(store, ({ sql, parameters }) => counts(sql) && seen.push({ sql, parameters }));
  try {
    await work();
  } finally {
    unwatch();
  }
  return seen;
}

/** Calls `see` with each statement of the store and its result, until the returned function is called. */
export function watchStatements(store: Store, see: See): () => void {
  const em = store.reader();
  const executors = (['read', 'write'] as const).map((type) => em.getKysely({ type }).getExecutor() as unknown as Executor);
  const restore = [...new Set(executors)].map((executor) => watch(executor, see));
  return () => restore.forEach((back) => back());
}

type Result = Promise<{ readonly rows: readonly object[] }>;
type See = (query: ExecutedStatement, result: Result) => unknown;

/** Wraps the methods of this object and those of its transactions. The returned function restores them. */
function watch(executor: Executor, see: See): () => void {
  const before = Object.getOwnPropertyDescriptors(executor) as Partial<PropertyDescriptorMap>;
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = (query, ...rest) => {
    const result = execute(query, ...rest);
    see(query, result);
    return result;
  };
  const derive = executor.withConnectionProvider.bind(executor);
  executor.withConnectionProvider = (...rest) => {
    const derived = derive(...rest);
    watch(derived, see);
    return derived;
  };
  return () => {
    for (const method of ['executeQuery', 'withConnectionProvider'] as const) {
      const descriptor = before[method];
      if (descriptor) Object.defineProperty(executor, method, descriptor);
      else delete (executor as Partial<Executor>)[method];
    }
  };
}
