import { metric, type MetricDeclaration, type MetricValue, type Service } from '@signalbox/kit';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const seconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
/** A statement takes microseconds on SQLite, and at most about a second on MySQL. */
const statementSeconds = [0.0002, 0.001, 0.005, 0.02, 0.1, 0.5, 1];

/** Metrics of every service, in any process. */
export const hostMetrics = {
  requests: metric({
    name: 'signalbox_request_seconds',
    help: 'Request duration by declared route; at the gateway, by the path prefix of a service. `none` covers unknown routes and requests rejected before routing.',
    kind: 'histogram',
    labels: ['service', 'method', 'route', 'status'],
  }),
  reruns: metric({
    name: 'signalbox_unit_of_work_reruns_total',
    help: 'Units of work that were retried after a conflict.',
    kind: 'counter',
    labels: ['service'],
  }),
  published: metric({
    name: 'signalbox_published_messages_total',
    help: 'Messages published from the outbox.',
    kind: 'counter',
    labels: ['service'],
  }),
  handled: metric({
    name: 'signalbox_handled_messages_total',
    help: 'Messages of the shared queue by outcome: done, repeated, dead letter.',
    kind: 'counter',
    labels: ['service', 'outcome'],
  }),
  revision: metric({
    name: 'signalbox_revision',
    help: 'Last revision created by this process.',
    kind: 'gauge',
    labels: ['service'],
  }),
  outboxMessages: metric({
    name: 'signalbox_outbox_messages',
    help: 'Committed messages not yet confirmed by the bus. The same for every process of a service.',
    kind: 'gauge',
    labels: ['service'],
  }),
  outboxAge: metric({
    name: 'signalbox_outbox_age_seconds',
    help: 'Age of the oldest message not yet confirmed by the bus, or 0. The same for every process of a service.',
    kind: 'gauge',
    labels: ['service'],
  }),
  consumerLag: metric({
    name: 'signalbox_consumer_lag_seconds',
    help: 'Age of the oldest message from a durable queue (event or usage counts) that this process is handling, or 0.',
    kind: 'gauge',
    labels: ['service', 'queue'],
  }),
  deadLetters: metric({
    name: 'signalbox_dead_letters',
    help: 'Messages stored because their handler failed. The same for every process of a service.',
    kind: 'gauge',
    labels: ['service'],
  }),
  accessAge: metric({
    name: 'signalbox_access_replica_age_seconds',
    help: 'Time since this process last confirmed that its access state is current.',
    kind: 'gauge',
    labels: [],
  }),
  jobRuns: metric({
    name: 'signalbox_job_runs_total',
    help: 'Runs of jobs by outcome: done, failed.',
    kind: 'counter',
    labels: ['service', 'job', 'outcome'],
  }),
  jobSuccess: metric({
    name: 'signalbox_job_last_success_timestamp_seconds',
    help: 'Time of the last successful run of a job in this process, as Unix time.',
    kind: 'gauge',
    labels: ['service', 'job'],
  }),
  database: metric({
    name: 'signalbox_database_up',
    help: '1 while the database responds, otherwise 0.',
    kind: 'gauge',
    labels: ['service'],
  }),
  statements: metric({
    name: 'signalbox_database_statement_seconds',
    help: 'Duration of database statements by kind: select, insert, update, delete, begin, commit, rollback or other.',
    kind: 'histogram',
    labels: ['service', 'statement'],
  }),
  connections: metric({
    name: 'signalbox_database_connections',
    help: 'Open database connections, by state: used, idle. Absent with SQLite.',
    kind: 'gauge',
    labels: ['service', 'state'],
  }),
  waiters: metric({
    name: 'signalbox_database_waiters',
    help: 'Requests waiting for a database connection. Absent with SQLite.',
    kind: 'gauge',
    labels: ['service'],
  }),
  bus: metric({
    name: 'signalbox_bus_up',
    help: '1 while this process is connected to the message broker, otherwise 0.',
    kind: 'gauge',
    labels: [],
  }),
  droppedSpans: metric({
    name: 'signalbox_dropped_spans_total',
    help: 'Lost trace spans, by reason: queue full, not sent.',
    kind: 'counter',
    labels: ['reason'],
  }),
  build: metric({
    name: 'signalbox_build_info',
    help: 'Always 1; labels give the versions of Signalbox and Node.js.',
    kind: 'gauge',
    labels: ['version', 'node'],
  }),
  memory: metric({
    name: 'process_resident_memory_bytes',
    help: 'Memory used by the process.',
    kind: 'gauge',
    labels: [],
  }),
  loopLag: metric({
    name: 'signalbox_event_loop_lag_seconds',
    help: 'Delay of timers because the process was busy: 99th percentile since the last scrape.',
    kind: 'gauge',
    labels: [],
  }),
  heap: metric({
    name: 'signalbox_heap_bytes',
    help: 'Heap of Node.js by state: used, and its limit.',
    kind: 'gauge',
    labels: ['state'],
  }),
  collecting: metric({
    name: 'signalbox_gc_seconds_total',
    help: 'Time spent in garbage collection.',
    kind: 'counter',
    labels: [],
  }),
  processor: metric({
    name: 'process_cpu_seconds_total',
    help: 'CPU time used by the process.',
    kind: 'counter',
    labels: [],
  }),
};

/**
 * Reads a metric's values at each scrape. Rejections and reads of more than a second are omitted: an unavailable database has no values.
 */
export type ReadMetric = () => readonly MetricValue[] | Promise<readonly MetricValue[]>;

/** Metrics of the host that are read at each scrape. */
export type Watched = Exclude<
  keyof typeof hostMetrics,
  'requests' | 'statements' | 'reruns' | 'published' | 'handled' | 'revision' | 'jobRuns' | 'jobSuccess'
>;

/** Prometheus metrics of the process. Times are in seconds. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'service' | 'method' | 'route' | 'status'>;
  readonly statements: Histogram<'service' | 'statement'>;
  readonly reruns: Counter<'service'>;
  readonly published: Counter<'service'>;
  readonly handled: Counter<'service' | 'outcome'>;
  readonly revision: Gauge<'service'>;
  readonly jobRuns: Counter<'service' | 'job' | 'outcome'>;
  readonly jobSuccess: Gauge<'service' | 'job'>;
  /** Adds values to a metric of the host, which several services may share. */
  watch(what: Watched, read: ReadMetric): void;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  const readers = new Map<string, ReadMetric[]>();
  const registers = [registry];
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
    watch(what, read) {
      const known = readers.get(what);
      const all = known ?? [];
      all.push(read);
      if (known) return;
      readers.set(what, all);
      reportMetric(registry, hostMetrics[what], async () => (await Promise.all(all.map(valuesOf))).flat());
    },
  };
}

/** Limit per metric, so that one that hangs does not delay a scrape by more than a few seconds. */
const maxReadMs = 1000;

async function valuesOf(read: ReadMetric): Promise<readonly MetricValue[]> {
  const late = Promise.withResolvers<readonly MetricValue[]>();
  const timer = setTimeout(() => late.resolve([]), maxReadMs);
  try {
    return await Promise.race([read(), late.promise]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

const optionsOf = <Label extends string>({ name, help, labels }: MetricDeclaration & { readonly labels: readonly Label[] }) => ({
  name,
  help,
  labelNames: [...labels],
});

/** Adds a metric whose values are read at each scrape. */
export function reportMetric(registry: Registry, declaration: MetricDeclaration, read: ReadMetric): void {
  const Kind = declaration.kind === 'counter' ? Counter : Gauge;
  const reported = new Kind({
    ...optionsOf(declaration),
    registers: [],
    async collect() {
      const values = await read();
      this.reset();
      for (const { labels, value } of values) this.inc(labels, value);
    },
  });
  registry.registerMetric(reported);
}

const introduction = `# Metrics

Every process serves the metrics of its services in the Prometheus text format; [Health](../operate.md#health) describes where. Metric names end
with their unit. Labels have few values: a route is the declared path, never the path of a request. This page is generated.
`;

/** Renders `docs/reference/metrics.md` as Markdown: one row per metric. Ends in a newline. */
export function describeMetrics(services: readonly Service[]): string {
  const parts: [string, readonly MetricDeclaration[]][] = [
    ['Every process', Object.values(hostMetrics)],
    ...services.map(({ name, metrics = [] }): [string, readonly MetricDeclaration[]] => [name, metrics]),
  ];
  return [introduction, ...parts.filter(([, metrics]) => metrics.length > 0).map(([title, metrics]) => tableOf(title, metrics))].join('\n');
}

const tableOf = (title: string, metrics: readonly MetricDeclaration[]): string =>
  `## ${title}\n\n| name | type | unit | labels | meaning |\n|---|---|---|---|---|\n${metrics.map(rowOf).join('\n')}\n`;

function rowOf({ name, kind, labels, help }: MetricDeclaration): string {
  const shown = labels.map((label) => `\`${label}\``).join(', ');
  return `| \`${name}\` | ${kind} | ${unitOf(name)} | ${shown} | ${help} |`;
}

const unitOf = (name: string): string => /_(seconds|bytes)(?:_total)?$/.exec(name)?.[1] ?? '';
