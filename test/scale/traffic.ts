import type { Client } from '@signalbox/testing';
import type { Cluster } from './cluster.ts';

/** Results of the requests in one period. */
export interface Traffic {
  requests: number;
  /** Number of unsuccessful responses, by status and request. */
  readonly failures: Map<string, number>;
  readonly timesMs: number[];
}

/** Requests at a steady rate, regardless of their results. */
export interface Sender {
  /** Returns the results since the last call. */
  take(): Promise<Traffic>;
  stop(): Promise<void>;
}

type Ask = (index: number) => ReturnType<Client['get']>;

/** Requests of users and applications to each service. */
function asksOf(cluster: Cluster, project: string): Readonly<Record<string, Ask>> {
  const { tokens, balancers, as } = cluster;
  const admin = as({ authorization: tokens.admin });
  const application = as({ authorization: tokens.client }, balancers.delivery.url);
  const page = as({ authorization: tokens.frontend });
  const features = `/api/admin/projects/${project}/features`;
  const list = () => admin.get(`/api/admin/search/features?project=IS:${project}&limit=10`);
  const read = () => application.get('/api/client/features');
  return {
    'list features': list,
    'read features': read,
    'create a feature': (index) => admin.post(features, { name: `rolled-${index}` }),
    'evaluate for a page': () => page.get('/api/frontend'),
    'list events': () => admin.get(`/api/admin/search/events?project=IS:${project}&limit=5`),
    'read features again': read,
    'evaluate in the playground': () =>
      admin.post('/api/admin/playground', { environment: 'development', projects: [project], context: { appName: 'scale' } }),
    'list tokens': () => admin.get('/api/admin/api-tokens'),
    'read features a third time': read,
    'list features again': list,
  };
}

const fresh = (): Traffic => ({ requests: 0, failures: new Map(), timesMs: [] });

/** Sends the given number of requests per second, equally many of each kind. */
export function startTraffic(cluster: Cluster, project: string, perSecond: number): Sender {
  const asks = Object.entries(asksOf(cluster, project));
  const running = new Set<Promise<void>>();
  let traffic = fresh();
  let index = 0;
  const send = async (title: string, ask: Ask) => {
    const begun = performance.now();
    const own = traffic;
    own.requests += 1;
    const outcome = await ask(index).then(
      ({ status, body }) => (status < 300 ? null : `${status} ${body?.name ?? ''} ${title}: ${body?.message ?? ''}`),
      (error: unknown) => `${String((error as Error).message)} ${title}`,
    );
    if (outcome !== null) own.failures.set(outcome, (own.failures.get(outcome) ?? 0) + 1);
    own.timesMs.push(performance.now() - begun);
  };
  const timer = setInterval(() => {
    index += 1;
    const [title, ask] = asks[index % asks.length] ?? [];
    if (!title || !ask) return;
    const sent = send(title, ask).finally(() => running.delete(sent));
    running.add(sent);
  }, 1000 / perSecond);
  return {
    async take() {
      const taken = traffic;
      traffic = fresh();
      await Promise.all(running);
      return taken;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}
