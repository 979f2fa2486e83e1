import { ImpactMetric, validator } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import { Type } from 'typebox';
import { environmentOfApplication } from './application.ts';

/** Validated separately: an invalid metric must not cost the usage counts of the same report. */
export const ReportedImpact = Type.Optional(Type.Unknown({ description: 'A list of impact metrics. Invalid ones are dropped.' }));

const isImpactMetric = validator(ImpactMetric);
const maxMetrics = 200;

interface Source {
  readonly environment: string | undefined;
  /** Labels of samples that lack them. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Publishes the valid impact metrics of a report. Drops samples of environments that the token does not cover. */
export function reportImpact(context: OpenContext, reported: unknown, { environment: requested, labels }: Source): void {
  if (!Array.isArray(reported)) return;
  const environment = environmentOfApplication(context.actor, requested);
  const metrics = reported
    .slice(0, maxMetrics)
    .flatMap((metric: unknown) => (isImpactMetric(metric) ? named(metric, environment, labels) : []));
  if (metrics.length > 0) context.count({ kind: 'impact', environment, at: context.now().toISOString(), metrics });
}

/** The metric with names that Prometheus accepts. */
function named(metric: ImpactMetric, environment: string, defaults: Source['labels']): ImpactMetric[] {
  const samples = metric.samples
    .filter(({ labels }) => (labels?.['environment'] ?? environment) === environment)
    .map((sample) => ({ ...sample, labels: { ...defaults, ...identified(sample.labels ?? {}) } }));
  return samples.length === 0 ? [] : [{ ...metric, name: identifierOf(metric.name), samples } as ImpactMetric];
}

const identified = (labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [identifierOf(name), value]));

const identifierOf = (name: string): string => name.replaceAll(/[^a-zA-Z0-9_]/g, '_').slice(0, 100);
