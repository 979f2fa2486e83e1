import type { Store } from '@signalbox/store';

interface Executor {
  executeQuery(query: { readonly sql: string }, ...rest: unknown[]): Promise<unknown>;
  withConnectionProvider(...rest: unknown[]): Executor;
}

/** What the relay asks while it looks for messages, whatever a request does meanwhile. */
const ofRelay = /[`"](counter|outbox|outbox_unit|lease)[`"]/;

const ofRequests = (sql: string): boolean => !ofRelay.test(sql);

/**
 * The statements that reach the database, in transactions or outside, while `work` runs, the ORM's and one's own: those that
 * `counts` takes, else all but what the relay asks.
 */
export async function statementsOf(store: Store, work: () => Promise<unknown>, counts = ofRequests): Promise<string[]> {
  const em = store.reader();
  const executors = (['read', 'write'] as const).map((type) => em.getKysely({ type }).getExecutor() as unknown as Executor);
  const seen: string[] = [];
  const restore = [...new Set(executors)].map((executor) => watch(executor, (sql) => counts(sql) && seen.push(sql)));
  try {
    await work();
  } finally {
    for (const back of restore) back();
  }
  return seen;
}

/** Puts a listener before the methods, on this one object and on those of its transactions; taking it off uncovers the class's own. */
function watch(executor: Executor, see: (sql: string) => unknown): () => void {
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = (query, ...rest) => {
    see(query.sql);
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
