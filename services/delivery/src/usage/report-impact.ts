import { ImpactMetric, impactIdentifier, validator } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import { Type } from 'typebox';
import { environmentOfApplication, sdkTypeOf } from './application.ts';

/** Validated separately: an invalid metric must not cost the usage counts of the same report. */
export const ReportedImpact = Type.Optional(Type.Unknown({ description: 'A list of impact metrics. Invalid ones are dropped.' }));

const isImpactMetric = validator(ImpactMetric);
const maxMetrics = 200;

interface Source {
  readonly environment: string | undefined;
  /** Labels of samples that lack them. */
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Publishes the valid impact metrics of a report, and the number of others. Drops samples of environments that the token does not cover.
 * Ignores reports made with a frontend token: safeguards act on impact metrics, and frontend tokens are public.
 */
export function reportImpact(context: OpenContext, reported: unknown, { environment: requested, labels }: Source): void {
  if (!Array.isArray(reported) || sdkTypeOf(context.actor) === 'frontend') return;
  const environment = environmentOfApplication(context.actor, requested);
  const valid = reported.slice(0, maxMetrics).filter((metric): metric is ImpactMetric => isImpactMetric(metric));
  const metrics = valid.flatMap((metric) => named(metric, environment, labels));
  const dropped = reported.length - valid.length;
  if (metrics.length + dropped > 0)
    context.count({ kind: 'impact', environment, at: context.now().toISOString(), metrics, ...(dropped > 0 && { dropped }) });
}

/** The metric with names that Prometheus accepts. */
function named(metric: ImpactMetric, environment: string, defaults: Source['labels']): ImpactMetric[] {
  const samples = metric.samples
    .filter(({ labels }) => (labels?.['environment'] ?? environment) === environment)
    .map((sample) => ({ ...sample, labels: { ...defaults, ...identified(sample.labels ?? {}) } }));
  return samples.length === 0 ? [] : [{ ...metric, name: impactIdentifier(metric.name), samples } as ImpactMetric];
}

const identified = (labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [impactIdentifier(name), value]));
