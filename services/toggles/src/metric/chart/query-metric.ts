import { ImpactMetricChoice, mapOf } from '@signalbox/contracts';
import { beginningOf, dayMs, hourMs, minuteMs, type ReadContext, route } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { aggregateMetric } from '../store/aggregate-metric.ts';
import { isSelected, type MetricPoint, readPoints, sizeOfPoints } from '../store/read-points.ts';
import { rangeLengths, type Resolution } from '../store/resolution.ts';
import { readHiddenLabels } from './hidden-labels.ts';

const { metricName, timeRange, aggregationMode } = ImpactMetricChoice.properties;

const Query = Type.Object({
  series: metricName,
  range: timeRange,
  aggregationMode,
  /** As `label:value`. A series must have one of the values of each label. */
  labels: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
});

const MetricData = Type.Object({
  start: Type.Integer(),
  end: Type.Integer(),
  /** Seconds between two values. */
  step: Type.Integer(),
  series: Type.Array(
    Type.Object({
      metric: mapOf(Type.String()),
      /** Pairs of a time in seconds and the value of the step that begins then. Steps without values are absent. */
      data: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
    }),
  ),
  /** The labels of the metric, with their values in the period. */
  labels: mapOf(Type.Array(Type.String())),
});

export const queryMetricRoute = route(
  {
    method: 'get',
    path: '/api/admin/impact-metrics',
    summary: 'Get the values of an impact metric over time; `environment` is one of its labels',
    permission: 'authenticated',
    query: Query,
    answers: { 200: MetricData },
    failures: ['BadDataError'],
  },
  ({ query }, context) => queryMetric(context, query),
);

/** Steps of a chart, and the resolution that they are read from. */
const steps: Readonly<Record<ImpactMetricChoice['timeRange'], { stepMs: number; resolution: Resolution }>> = {
  hour: { stepMs: minuteMs, resolution: 'minute' },
  day: { stepMs: hourMs, resolution: 'hour' },
  week: { stepMs: hourMs, resolution: 'hour' },
  month: { stepMs: dayMs, resolution: 'hour' },
};

/** Characters of stored values that one request may read: a thousand series for a week. */
const maxSize = 4_000_000;

async function queryMetric(context: ReadContext, { series, range, labels = [], aggregationMode: mode }: Static<typeof Query>) {
  const { stepMs, resolution } = steps[range];
  const until = context.now().getTime();
  const from = beginningOf(stepMs, until - rangeLengths[range]);
  const selectors = readLabels(labels);
  const everything = { environment: null, metricName: series, labelSelectors: {} };
  if ((await sizeOfPoints(context.em, everything, resolution, { from, until })) > maxSize)
    throw badValue('range', `must be shorter: ${series} has too many values in a ${range}`);
  const all = await readPoints(context.em, everything, resolution, { from, until });
  const hidden = await readHiddenLabels(context, new Set(all.flatMap((point) => Object.keys(point.labels))));
  const refused = Object.keys(selectors).find((label) => hidden.has(label));
  const points = refused === undefined ? all.filter((point) => isSelected(point.labels, selectors)) : [];
  const byStep = Map.groupBy(points, ({ at }) => beginningOf(stepMs, at));
  const data = [...byStep].flatMap(([at, own]) => {
    const value = aggregateMetric(mode, own, stepMs / 1000);
    return value === null ? [] : [[at / 1000, value]];
  });
  return {
    start: from / 1000,
    end: Math.floor(until / 1000),
    step: stepMs / 1000,
    series: data.length === 0 ? [] : [{ metric: { __name__: series }, data }],
    labels: labelsOf(all, hidden),
  };
}

function readLabels(labels: readonly string[]): ImpactMetricChoice['labelSelectors'] {
  const pairs = labels.map((text) => {
    const [, label, value] = /^(\w+):(.*)$/s.exec(text) ?? [];
    if (label === undefined || value === undefined) throw badValue('labels', `must be like appName:shop; got ${text}`);
    return { label, value };
  });
  const values = Map.groupBy(pairs, ({ label }) => label);
  return Object.fromEntries([...values].map(([label, own]) => [label, own.map(({ value }) => value)]));
}

function labelsOf(points: readonly MetricPoint[], hidden: ReadonlySet<string>): Record<string, string[]> {
  const values = new Map<string, Set<string>>();
  for (const { labels } of points)
    for (const [label, value] of Object.entries(labels)) {
      if (hidden.has(label)) continue;
      values.set(label, (values.get(label) ?? new Set()).add(value));
    }
  return Object.fromEntries([...values].map(([label, own]) => [label, [...own].sort()]));
}
