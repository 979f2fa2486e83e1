import type { ImpactChart } from '@signalbox/contracts';
import { bigInteger, boolean, fixedText, instant, json, longText, table, text } from '@signalbox/table';

/** A combination of an impact metric and its labels. */
export const impactSeriesTable = table('impact_series', 'ImpactSeries', {
  /** Hash of environment, type, name and labels. */
  id: fixedText(64).key(),
  environment: text(100),
  name: text(100),
  type: text(20),
  help: text(255),
  labels: json<Record<string, string>>(),
  seenAt: instant(),
});

/** The values of a series in one block of time, an hour of minutes or a day of hours. One row, because they are read together. */
export const impactBlockTable = table('impact_block', 'ImpactBlock', {
  seriesId: fixedText(64).key(),
  /** `minute` or `hour`. */
  step: text(10).key(),
  start: bigInteger().key(),
  /** Values by part, then by the number of steps since the start. */
  points: json<Record<string, Record<string, number>>>(),
});

/** A saved chart of an impact metric. */
export const impactChartTable = table('impact_chart', 'ImpactChart', {
  id: fixedText(26).key(),
  /** Null for a chart of the instance. */
  featureName: text(100).nullable(),
  title: text(255).nullable(),
  metricName: text(100),
  timeRange: text(10).as<ImpactChart['timeRange']>(),
  aggregationMode: text(10).as<ImpactChart['aggregationMode']>(),
  labelSelectors: json<ImpactChart['labelSelectors']>(),
  yAxisMin: text(10).as<ImpactChart['yAxisMin']>(),
});

/** The last state that another system reported. */
export const signalTable = table('release_signal', 'Signal', {
  name: text(100).key(),
  firing: boolean(),
  summary: longText().nullable(),
  /** The time since which it has this state. */
  changedAt: instant(),
  seenAt: instant(),
});
