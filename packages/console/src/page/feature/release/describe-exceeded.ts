import { formatFigure } from '../../../base/format.ts';
import type { Plan } from './plan.ts';

const consequences = {
  pauseReleasePlanProgressions: 'it will pause again',
  'step-back': 'it will go back again',
  disableFeatureEnvironment: 'it will be turned off again',
} as const;

/** The first safeguard that is beyond its limit now, and would act: errors_total is 48, limit 10: it will pause again. Undefined if none is. */
export function describeExceeded({ safeguards, safeguardStates }: Pick<Plan, 'safeguards' | 'safeguardStates'>): string | undefined {
  return safeguards
    .flatMap(({ id, impactMetric: { metricName, source }, triggerCondition: { threshold }, compare = 'threshold', action }) => {
      const { state, value } = safeguardStates.find((seen) => seen.id === id) ?? {};
      if (state !== 'beyond' || action === 'notify') return [];
      if (source === 'signal') return `the signal ${metricName} fires: ${consequences[action]}`;
      const times = compare === 'threshold' ? '' : compare === 'before' ? ' times its value before' : ' times that of other users';
      return `${metricName} is ${formatFigure(value ?? 0)}${times}, limit ${formatFigure(threshold)}: ${consequences[action]}`;
    })
    .at(0);
}
