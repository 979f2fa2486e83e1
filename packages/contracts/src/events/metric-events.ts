import { type Static, Type } from 'typebox';
import { DateTime, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { ImpactMetricChoice } from './release-events.ts';

/** A saved chart of an impact metric, of a feature or of the whole instance. */
export const ImpactChart = Type.Object({
  id: Type.String(),
  /** Null for a chart of the instance. */
  featureName: nullable(Type.String()),
  title: nullable(Type.String({ maxLength: 255 })),
  metricName: ImpactMetricChoice.properties.metricName,
  timeRange: ImpactMetricChoice.properties.timeRange,
  aggregationMode: ImpactMetricChoice.properties.aggregationMode,
  labelSelectors: ImpactMetricChoice.properties.labelSelectors,
  yAxisMin: Type.Enum(['auto', 'zero']),
});
export type ImpactChart = Static<typeof ImpactChart>;

export const impactMetricCreated = defineEvent('toggles', 'impact-metric-created', {
  when: 'a chart of an impact metric is saved',
  scope: ['project?', 'featureName?'],
  data: ImpactChart,
});

export const impactMetricUpdated = defineEvent('toggles', 'impact-metric-updated', {
  when: 'a saved chart of an impact metric changes',
  scope: ['project?', 'featureName?'],
  data: ImpactChart,
  preData: ImpactChart,
});

export const impactMetricDeleted = defineEvent('toggles', 'impact-metric-deleted', {
  when: 'a saved chart of an impact metric is deleted',
  scope: ['project?', 'featureName?'],
  preData: ImpactChart,
});

/** A state that another system reports, for example an alert. */
export const SignalShape = Type.Object({
  name: Type.String(),
  /** True while something is wrong. */
  firing: Type.Boolean(),
  summary: nullable(Type.String({ maxLength: 1000 })),
  /** The time since which it has this state. */
  since: DateTime,
});
export type SignalShape = Static<typeof SignalShape>;

export const signalChanged = defineEvent('toggles', 'signal-changed', {
  when: 'another system reports that a signal starts or stops firing',
  data: SignalShape,
});
