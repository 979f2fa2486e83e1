import type { MetricDeclaration, MetricValue } from '@signalbox/kit';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The process's Prometheus metrics. Times in seconds. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'service' | 'method' | 'route' | 'status'>;
  readonly reruns: Counter<'service'>;
  readonly published: Counter<'service'>;
  readonly handled: Counter<'service' | 'outcome'>;
  readonly revision: Gauge<'service'>;
}

export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'signalbox_request_seconds',
      help: 'Time to answer a request, by declared route.',
      labelNames: ['service', 'method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    reruns: new Counter({
      name: 'signalbox_unit_of_work_reruns_total',
      help: 'Units of work that ran again after a lost race.',
      labelNames: ['service'],
      registers,
    }),
    published: new Counter({
      name: 'signalbox_published_messages_total',
      help: 'Messages that left the outbox.',
      labelNames: ['service'],
      registers,
    }),
    handled: new Counter({
      name: 'signalbox_handled_messages_total',
      help: 'Messages of the shared queue by outcome: done, repeated, dead letter.',
      labelNames: ['service', 'outcome'],
      registers,
    }),
    revision: new Gauge({
      name: 'signalbox_revision',
      help: 'Last revision that this process raised.',
      labelNames: ['service'],
      registers,
    }),
  };
}

/** Adds a metric whose values are read when somebody looks. */
export function reportMetric(
  registry: Registry,
  { name, help, kind, labels }: MetricDeclaration,
  read: () => readonly MetricValue[],
): void {
  const Kind = kind === 'counter' ? Counter : Gauge;
  const metric = new Kind({
    name,
    help,
    labelNames: [...labels],
    registers: [],
    collect() {
      this.reset();
      for (const value of read()) this.inc(value.labels, value.value);
    },
  });
  registry.registerMetric(metric);
}
