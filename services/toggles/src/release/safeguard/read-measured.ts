import { impactIdentifier, type ImpactMetricChoice, type Safeguard } from '@signalbox/contracts';
import { dayMs, type EntityManager } from '@signalbox/kit';
import { Signal } from '../../metric/signal/signal.ts';
import { aggregateMetric } from '../../metric/store/aggregate-metric.ts';
import { type MetricPoint, type Period, readPeriod } from '../../metric/store/read-points.ts';
import { rangeLengths } from '../../metric/store/resolution.ts';
import type { Measured } from './judge-safeguard.ts';
import type { GroupComparison } from './sequential-test.ts';

/** The feature in an environment that a safeguard watches, and the time since which it, or its milestone, has been in effect. */
export interface Watched {
  readonly featureName: string;
  readonly environment: string;
  readonly inEffectSince: number;
}

export type MeasuredReader = ReturnType<typeof measuredReader>;

/** Reads the values that a safeguard depends on. A reader is for one moment: it reads each metric once, because many releases may watch it. */
export function measuredReader(em: EntityManager, now: number) {
  const known = new Map<string, Promise<readonly MetricPoint[]>>();
  const points = (environment: string, metric: Pick<ImpactMetricChoice, 'metricName' | 'labelSelectors'>, period: Period) => {
    const selection = { environment, metricName: metric.metricName, labelSelectors: metric.labelSelectors };
    const key = JSON.stringify([selection, period]);
    const read = known.get(key) ?? readPeriod(em, selection, period);
    known.set(key, read);
    return read;
  };
  const valueIn = async (environment: string, { impactMetric, per }: Safeguard, period: Period): Promise<number | null> => {
    const seconds = (period.until - period.from) / 1000;
    const value = aggregateMetric(impactMetric.aggregationMode, await points(environment, impactMetric, period), seconds);
    if (per === undefined || value === null) return value;
    const attempts = aggregateMetric('count', await points(environment, { ...impactMetric, metricName: per }, period), seconds);
    return attempts ? value / attempts : null;
  };

  return async (safeguard: Safeguard, { environment, featureName, inEffectSince: since }: Watched): Promise<Measured> => {
    const { impactMetric, per = '', compare, variant, setAt = '' } = safeguard;
    // Earlier versions stored times of users as sent. A time to come would blind the safeguard.
    const setMs = Date.parse(setAt);
    const inEffectSince = setMs <= now ? Math.max(since, setMs) : since;
    const measured = { now, inEffectSince };
    if (impactMetric.source === 'signal') return { ...measured, value: await readSignalValue(em, impactMetric.metricName) };
    const until = now + 1;
    const range = rangeLengths[impactMetric.timeRange];
    if (compare === 'before') {
      const from = Math.max(inEffectSince, now - range);
      const periods = [
        { from: inEffectSince - (until - from), until: inEffectSince },
        { from: from - dayMs, until: until - dayMs },
      ];
      const earlier = await Promise.all(periods.map((period) => valueIn(environment, safeguard, period)));
      return { ...measured, value: await valueIn(environment, safeguard, { from, until }), earlier };
    }
    if (compare === 'relative') {
      const period = { from: inEffectSince, until };
      const events = await points(environment, impactMetric, period);
      const attempts = await points(environment, { ...impactMetric, metricName: per }, period);
      return { ...measured, value: null, groups: groupsOf(events, attempts, { label: impactIdentifier(featureName), variant }) };
    }
    return { ...measured, value: await valueIn(environment, safeguard, { from: now - range, until }) };
  };
}

async function readSignalValue(em: EntityManager, name: string): Promise<number | null> {
  const signal = await em.findOne(Signal, { name });
  return signal ? Number(signal.firing) : null;
}

/** Both groups, by step of time. SDKs label values with `disabled`, or with `enabled` or the variant. */
function groupsOf(
  events: readonly MetricPoint[],
  attempts: readonly MetricPoint[],
  { label, variant }: { readonly label: string; readonly variant: string | undefined },
): GroupComparison[] {
  const steps = new Map<number, { treated: { attempts: number; events: number }; control: { attempts: number; events: number } }>();
  for (const [kind, points] of [
    ['events', events],
    ['attempts', attempts],
  ] as const)
    for (const { at, part, value, labels } of points) {
      const side = labels[label];
      if (side === undefined || (part !== 'value' && part !== 'count')) continue;
      if (side !== 'disabled' && variant !== undefined && side !== variant) continue;
      const step = steps.get(at) ?? { treated: { attempts: 0, events: 0 }, control: { attempts: 0, events: 0 } };
      step[side === 'disabled' ? 'control' : 'treated'][kind] += value;
      steps.set(at, step);
    }
  return [...steps.values()];
}
