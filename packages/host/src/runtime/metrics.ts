import { metric, type MetricDeclaration, type MetricValue } from '@signalbox/kit';
import { within } from '@signalbox/timing';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const seconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
/** A statement takes microseconds on SQLite, and at most about a second on MySQL. */
const statementSeconds = [0.0002, 0.001, 0.005, 0.02, 0.1, 0.5, 1];

const counter = <const Labels extends readonly string[]>(name: string, help: string, labels: Labels) =>
  metric({ name, help, kind: 'counter', labels });
const gauge = <const Labels extends readonly string[]>(name: string, help: string, labels: Labels) =>
  metric({ name, help, kind: 'gauge', labels });

/** Metrics of every service, in any process. */
export const hostMetrics = {
  requests: metric({
    name: 'signalbox_request_seconds',
    help: 'Request duration by declared route; at the gateway, by the path prefix of a service. `none` covers unknown routes and requests rejected before routing.',
    kind: 'histogram',
    labels: ['service', 'method', 'route', 'status'],
  }),
  reruns: counter('signalbox_unit_of_work_reruns_total', 'Units of work that were retried after a conflict.', ['service']),
  published: counter('signalbox_published_messages_total', 'Messages published from the outbox.', ['service']),
  handled: counter('signalbox_handled_messages_total', 'Messages of the shared queue by outcome: done, repeated, dead letter.', [
    'service',
    'outcome',
  ]),
  revision: gauge('signalbox_revision', 'Last revision created by this process.', ['service']),
  outboxMessages: gauge(
    'signalbox_outbox_messages',
    'Committed messages not yet confirmed by the bus. The same for every process of a service.',
    ['service'],
  ),
  outboxAge: gauge(
    'signalbox_outbox_age_seconds',
    'Age of the oldest message not yet confirmed by the bus, or 0. The same for every process of a service.',
    ['service'],
  ),
  consumerLag: gauge(
    'signalbox_consumer_lag_seconds',
    'Age of the oldest message from a durable queue (event or usage counts) that this process is handling, or 0.',
    ['service', 'queue'],
  ),
  deadLetters: gauge('signalbox_dead_letters', 'Messages stored because their handler failed. The same for every process of a service.', [
    'service',
  ]),
  accessAge: gauge('signalbox_access_replica_age_seconds', 'Time since this process last confirmed that its access state is current.', []),
  jobRuns: counter('signalbox_job_runs_total', 'Runs of jobs by outcome: done, failed.', ['service', 'job', 'outcome']),
  jobSuccess: gauge(
    'signalbox_job_last_success_timestamp_seconds',
    'Time of the last successful run of a job in this process, as Unix time.',
    ['service', 'job'],
  ),
  database: gauge('signalbox_database_up', '1 while the database responds, otherwise 0.', ['service']),
  statements: metric({
    name: 'signalbox_database_statement_seconds',
    help: 'Duration of database statements by kind: select, insert, update, delete, begin, commit, rollback or other.',
    kind: 'histogram',
    labels: ['service', 'statement'],
  }),
  connections: gauge('signalbox_database_connections', 'Open database connections, by state: used, idle. Absent with SQLite.', [
    'service',
    'state',
  ]),
  waiters: gauge('signalbox_database_waiters', 'Requests waiting for a database connection. Absent with SQLite.', ['service']),
  bus: gauge('signalbox_bus_up', '1 while this process is connected to the message broker, otherwise 0.', []),
  droppedSpans: counter('signalbox_dropped_spans_total', 'Lost trace spans, by reason: queue full, not sent.', ['reason']),
  build: gauge('signalbox_build_info', 'Always 1; labels give the versions of Signalbox and Node.js.', ['version', 'node']),
  memory: gauge('process_resident_memory_bytes', 'Memory used by the process.', []),
  loopLag: gauge(
    'signalbox_event_loop_lag_seconds',
    'Delay of timers because the process was busy: 99th percentile since the last scrape.',
    [],
  ),
  heap: gauge('signalbox_heap_bytes', 'Heap of Node.js by state: used, and its limit.', ['state']),
  collecting: counter('signalbox_gc_seconds_total', 'Time spent in garbage collection.', []),
  processor: counter('process_cpu_seconds_total', 'CPU time used by the process.', []),
};

/** Reads a metric's values at each scrape. They are omitted if that fails, as with an unavailable database, or takes over a second. */
export type ReadMetric = () => readonly MetricValue[] | Promise<readonly MetricValue[]>;

type Changed = 'requests' | 'statements' | 'reruns' | 'published' | 'handled' | 'revision' | 'jobRuns' | 'jobSuccess';
/** Metrics of the host that are read at each scrape. */
export type Watched = Exclude<keyof typeof hostMetrics, Changed>;

/** Prometheus metrics of the process. Times are in seconds. */
export type Metrics = ReturnType<typeof openMetrics>;

export function openMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const readers = new Map<Watched, ReadMetric[]>();
  return {
    registry,
    requests: new Histogram({ ...optionsOf(hostMetrics.requests), buckets: seconds, registers }),
    statements: new Histogram({ ...optionsOf(hostMetrics.statements), buckets: statementSeconds, registers }),
    reruns: new Counter({ ...optionsOf(hostMetrics.reruns), registers }),
    published: new Counter({ ...optionsOf(hostMetrics.published), registers }),
    handled: new Counter({ ...optionsOf(hostMetrics.handled), registers }),
    revision: new Gauge({ ...optionsOf(hostMetrics.revision), registers }),
    jobRuns: new Counter({ ...optionsOf(hostMetrics.jobRuns), registers }),
    jobSuccess: new Gauge({ ...optionsOf(hostMetrics.jobSuccess), registers }),
    /** Adds values to a metric of the host, which several services may share. */
    watch(what: Watched, read: ReadMetric): void {
      const known = readers.get(what);
      if (known) return void known.push(read);
      const all = [read];
      readers.set(what, all);
      reportMetric(registry, hostMetrics[what], async () => (await Promise.all(all.map(valuesOf))).flat());
    },
  };
}

/** Limit per metric, so that one that hangs does not delay a scrape by more than a few seconds. */
const maxReadMs = 1000;

const valuesOf = (read: ReadMetric): Promise<readonly MetricValue[]> => within(maxReadMs, (async () => read())()).catch(() => []);

const optionsOf = <Label extends string>({ name, help, labels }: MetricDeclaration & { readonly labels: readonly Label[] }) => ({
  name,
  help,
  labelNames: [...labels],
});

/** Adds a metric whose values are read at each scrape. They stay if reading fails. */
export function reportMetric(registry: Registry, declaration: MetricDeclaration, read: ReadMetric): void {
  const Kind = declaration.kind === 'counter' ? Counter : Gauge;
  const reported = new Kind({
    ...optionsOf(declaration),
    registers: [],
    async collect() {
      const values = await within(maxReadMs, (async () => read())()).catch(() => null);
      if (!values) return;
      this.reset();
      for (const { labels, value } of values) this.inc(labels, value);
    },
  });
  registry.registerMetric(reported);
}
