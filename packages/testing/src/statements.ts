import type { Store } from '@signalbox/store';

/** One statement, with what stands for its parameters. */
export interface AskedStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

interface Executor {
  executeQuery(query: AskedStatement, ...rest: unknown[]): Promise<unknown>;
  withConnectionProvider(...rest: unknown[]): Executor;
}

/** What the host asks by itself, whatever a request does meanwhile: the relay for messages, the housekeeping for what is old. */
const ofHost: readonly string[] = ['counter', 'outbox', 'outbox_unit', 'lease', 'inbox', 'idempotency_record'];
const tableNames = /\b(?:from|join|into|update) [`"](\w+)[`"]/g;

/** A statement that looks at tables of the service as well is a request's. */
function ofRequests(sql: string): boolean {
  const tables = [...sql.matchAll(tableNames)].map(([, table = '']) => table);
  return tables.length === 0 || tables.some((table) => !ofHost.includes(table));
}

/**
 * The statements that reach the database, in transactions or outside, while `work` runs, the ORM's and one's own: those that
 * `counts` takes, else all but what the host asks by itself.
 */
export async function statementsOf(store: Store, work: () => Promise<unknown>, counts = ofRequests): Promise<string[]> {
  return (await askedStatementsOf(store, work, counts)).map(({ sql }) => sql);
}

/** As `statementsOf`, with their parameters, so that they can be asked again. */
export async function askedStatementsOf(store: Store, work: () => Promise<unknown>, counts = ofRequests): Promise<AskedStatement[]> {
  const em = store.reader();
  const executors = (['read', 'write'] as const).map((type) => em.getKysely({ type }).getExecutor() as unknown as Executor);
  const seen: AskedStatement[] = [];
  const note = ({ sql, parameters }: AskedStatement) => counts(sql) && seen.push({ sql, parameters });
  const restore = [...new Set(executors)].map((executor) => watch(executor, note));
  try {
    await work();
  } finally {
    for (const back of restore) back();
  }
  return seen;
}

/** Puts a listener before the methods, on this one object and on those of its transactions; taking it off uncovers the class's own. */
function watch(executor: Executor, see: (query: AskedStatement) => unknown): () => void {
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = (query, ...rest) => {
    see(query);
    return execute(query, ...rest);
  };
  const derive = executor.withConnectionProvider.bind(executor);
  executor.withConnectionProvider = (...rest) => {
    const derived = derive(...rest);
    watch(derived, see);
    return derived;
  };
  return () => {
    delete (executor as Partial<Executor>).executeQuery;
    delete (executor as Partial<Executor>).withConnectionProvider;
  };
}
