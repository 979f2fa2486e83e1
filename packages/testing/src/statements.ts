import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Listener } from '@signalbox/kit';
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

/** Tables of the host: the relay's messages and the housekeeping. */
const ofHost: readonly string[] = ['counter', 'outbox', 'outbox_unit', 'lease', 'inbox', 'idempotency_record'];
const tableNames = /\b(?:from|join|into|update) [`"](\w+)[`"]/g;

/** Returns true for a statement that uses tables of the service, or none. */
function ofService(sql: string): boolean {
  const tables = [...sql.matchAll(tableNames)].map(([, table = '']) => table);
  return tables.length === 0 || tables.some((table) => !ofHost.includes(table));
}

/** Id of the count that the running work belongs to. A request of the work has it in this header. */
const counting = new AsyncLocalStorage<string>();
const countHeader = 'x-test-count';

/** Headers by which the server recognizes requests of counted work. */
export function countHeaders(): Record<string, string> {
  const id = counting.getStore();
  return id === undefined ? {} : { [countHeader]: id };
}

/** Handles requests of counted work as part of it. */
export const countedListener =
  (listener: Listener): Listener =>
  (request, response) => {
    const id = request.headers[countHeader];
    return typeof id === 'string' ? counting.run(id, () => listener(request, response)) : listener(request, response);
  };

/**
 * Statements that `work` and its requests execute, in transactions or outside, from the ORM or not: those that `counts` accepts, by default
 * all but those of the host. Jobs, consumers and the relay do not count.
 */
export async function statementsOf(store: Store, work: () => Promise<unknown>, counts = ofService): Promise<string[]> {
  return (await executedStatementsOf(store, work, counts)).map(({ sql }) => sql);
}

/** `statementsOf` with parameters, so that statements can be repeated. */
export function executedStatementsOf(store: Store, work: () => Promise<unknown>, counts = ofService): Promise<ExecutedStatement[]> {
  const id = randomUUID();
  const isOfWork = (sql: string) => counting.getStore() === id && counts(sql);
  return watchedStatements(store, () => counting.run(id, work), isOfWork);
}

/** Statements of the whole service while `work` runs, its background work included: those that `counts` accepts. */
export async function allStatementsDuring(store: Store, work: () => Promise<unknown>, counts: Counts): Promise<string[]> {
  return (await watchedStatements(store, work, counts)).map(({ sql }) => sql);
}

type Counts = (sql: string) => boolean;

async function watchedStatements(store: Store, work: () => Promise<unknown>, counts: Counts): Promise<ExecutedStatement[]> {
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
