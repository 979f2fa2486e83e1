import type { EntriesOf } from '../../../parts/form/fields.ts';
import { openForm } from '../../../parts/form/value-form.tsx';
import { proposeTitle } from '../../proposal/target.ts';
import type { Safeguard, WriteSafeguard } from '../../../server/operations.ts';
import { Refused } from '../../../server/refusal.ts';
import { type Target, write } from '../state/write.ts';
import { MetricChart } from './metric-chart.tsx';
import { setSafeguard } from './safeguard-writes.ts';
import { limitSides, modesOf, modeTitles, timeRanges } from './describe-safeguard.ts';

/** Metrics and signals that a safeguard can watch. */
export interface Watchable {
  readonly metrics: Readonly<Record<string, { readonly type: 'counter' | 'gauge' | 'histogram' }>>;
  readonly signals: readonly string[];
}

interface Form {
  readonly target: Target;
  readonly planId: string;
  readonly known: Watchable;
  /** Null for a new one. */
  readonly safeguard: Safeguard | null;
  /** The metric that a new one watches at first. */
  readonly metric?: string;
}

/** Opens the form of a safeguard, with the chart of its metric. */
export function openSafeguardForm({ target, planId, known, safeguard, metric }: Form): void {
  openForm({
    title: safeguard ? 'Edit the safeguard' : 'Add a safeguard',
    isWide: true,
    submitTitle: target.protected ? proposeTitle(target) : 'Save safeguard',
    initial: valuesOf(safeguard, metric ?? Object.keys(known.metrics)[0] ?? ''),
    entries: (values) => entriesOf(values, known),
    beside: (values) => (
      <MetricChart
        safeguard={bodyOf(values, values.limit.trim() === '' ? NaN : Number(values.limit))}
        feature={target.feature}
        environment={target.environment}
        marks={[]}
      />
    ),
    submit: (values) =>
      write(target, setSafeguard(target, planId, { ...(safeguard && { id: safeguard.id }), ...bodyOf(values, limitIn(values)) })),
  });
}

type FormValues = ReturnType<typeof valuesOf>;

function valuesOf(safeguard: Safeguard | null, metric: string) {
  const { impactMetric, triggerCondition, debounce } = safeguard ?? {};
  return {
    source: impactMetric?.source === 'signal' ? 'signal' : 'metric',
    metric: impactMetric?.metricName ?? metric,
    mode: impactMetric?.aggregationMode ?? 'count',
    range: impactMetric?.timeRange ?? 'hour',
    per: safeguard?.per ?? '',
    compare: safeguard?.compare ?? 'threshold',
    side: triggerCondition?.operator ?? '>',
    limit: String(triggerCondition?.threshold ?? ''),
    action: safeguard?.action ?? 'pauseReleasePlanProgressions',
    more: false,
    labels: Object.entries(impactMetric?.labelSelectors ?? {}).flatMap(([label, values]) => values.map((value) => `${label}=${value}`)),
    onNoData: safeguard?.onNoData ?? 'hold',
    grace: String(safeguard?.graceMinutes ?? defaultGrace),
    times: String(debounce?.times ?? ''),
    minutes: String(debounce?.minutes ?? defaultMinutes),
    variant: safeguard?.variant ?? '',
    sample: String(safeguard?.minimumSample ?? defaultSample),
  };
}

// As the server sets them.
const defaultGrace = 15;
const defaultSample = 100;
const defaultMinutes = 5;

const choicesIn = (titles: Readonly<Record<string, string>>, names: readonly string[] = Object.keys(titles)) =>
  names.map((value) => ({ value, title: titles[value] ?? value }));

const sources = { metric: 'A metric of the application', signal: 'A signal of another system' };

const compares = {
  threshold: 'A fixed limit',
  before: 'Its value before the milestone',
  relative: 'Users without the feature',
};

const actions = {
  pauseReleasePlanProgressions: 'Pause the release',
  'step-back': 'Go back to the previous milestone, and pause',
  disableFeatureEnvironment: 'Turn the feature off, and pause',
  notify: 'Only report it',
};

function entriesOf(values: FormValues, known: Watchable): EntriesOf<FormValues> {
  const { metrics, signals } = known;
  const source = { kind: 'choice', label: 'Watch', choices: choicesIn(sources) } as const;
  const action = { kind: 'choice', label: 'Then', choices: choicesIn(actions) } as const;
  const more = { kind: 'flag', label: 'More settings' } as const;
  if (values.source === 'signal') {
    const hint = signals.length === 0 ? { hint: 'No system has reported a signal yet.' } : {};
    const named =
      signals.length > 0 ? ({ kind: 'choice', choices: signals.map(same) } as const) : ({ kind: 'text', isRequired: true } as const);
    return { source, metric: { ...named, label: 'Signal', ...hint }, action, more, ...(values.more && afterwards(values)) };
  }
  const names = [...new Set([...Object.keys(metrics), ...(values.metric === '' ? [] : [values.metric])])];
  const counters = names.filter((name) => name !== values.metric && metrics[name]?.type !== 'gauge');
  const isRatio = values.compare !== 'threshold';
  return {
    source,
    metric: {
      label: 'Metric',
      hint: 'Applications report metrics with their SDK. Metrics that were never reported can be registered with the API.',
      ...(names.length > 0 ? { kind: 'choice', choices: names.map(same) } : { kind: 'text', isRequired: true }),
    },
    mode: { kind: 'choice', label: 'Measured as', choices: choicesIn(modeTitles, modesOf[metrics[values.metric]?.type ?? 'histogram']) },
    per: {
      kind: 'choice',
      label: 'Divided by',
      hint: 'A counter of attempts, so that the rate of failures is compared and not their number.',
      choices: [{ value: '', title: 'Nothing' }, ...counters.map(same)],
    },
    compare: { kind: 'choice', label: 'Compared with', choices: choicesIn(compares) },
    ...(values.compare !== 'relative' && {
      range: { kind: 'choice', label: 'Over the past', choices: choicesIn(timeRanges) } as const,
    }),
    side: { kind: 'choice', label: 'Acts if it is', choices: choicesIn(limitSides) },
    limit: {
      kind: 'text',
      label: isRatio ? 'Limit as a ratio' : 'Limit',
      isRequired: true,
      ...(isRatio && { hint: '1.2 means 20% more.' }),
    },
    action,
    more,
    ...(values.more && {
      labels: { kind: 'lines', label: 'Only with labels', hint: 'One per line, such as appName=shop.' } as const,
      ...ofGroups(values),
      ...afterwards(values),
    }),
  };
}

const same = (value: string) => ({ value, title: value });

const ofGroups = ({ compare }: FormValues): EntriesOf<FormValues> =>
  compare === 'relative'
    ? {
        variant: { kind: 'text', label: 'Variant', hint: 'Empty: everyone who has the feature.' },
        sample: { kind: 'number', label: 'Attempts in each group', hint: 'Nothing is decided before.' },
      }
    : {};

const onNoDatas = { hold: 'Pause the release', off: 'Turn the feature off', ignore: 'Do nothing' };

const afterwards = ({ times }: FormValues): EntriesOf<FormValues> => ({
  onNoData: { kind: 'choice', label: 'Without data', choices: choicesIn(onNoDatas) },
  grace: { kind: 'number', label: 'Grace period in minutes', hint: 'Missing data has no effect until then.' },
  times: {
    kind: 'number',
    label: 'Minutes beyond the limit',
    hint: 'Acts only if it was beyond the limit in so many of the last minutes. Empty: at once.',
  },
  ...(times !== '' && { minutes: { kind: 'number', label: 'Out of the last minutes' } as const }),
});

/** Throws for a limit that is no number, like the server does for other values. */
function limitIn({ source, limit }: FormValues): number {
  if (source === 'signal') return 0;
  const number = Number(limit);
  if (limit.trim() === '' || Number.isNaN(number))
    throw new Refused(0, { message: 'Enter a number.', details: [{ path: 'limit', message: 'Enter a number.' }] });
  return number;
}

/** A firing signal is 1, so its limit is 0. */
function bodyOf(values: FormValues, threshold: number): WriteSafeguard & Pick<Safeguard, 'impactMetric' | 'triggerCondition'> {
  const { source, metric, mode, range, per, compare, side, action, onNoData, grace, times, minutes, variant, sample } = values;
  const common = {
    action,
    onNoData,
    graceMinutes: Number(grace),
    ...(times !== '' && { debounce: { times: Number(times), minutes: Number(minutes) } }),
  };
  if (source === 'signal')
    return {
      ...common,
      impactMetric: { metricName: metric, timeRange: 'hour', aggregationMode: 'count', labelSelectors: {}, source: 'signal' },
      triggerCondition: { operator: '>', threshold: 0 },
    };
  return {
    ...common,
    impactMetric: { metricName: metric, timeRange: range, aggregationMode: mode, labelSelectors: labelsIn(values) },
    triggerCondition: { operator: side, threshold },
    ...(per !== '' && { per }),
    ...(compare !== 'threshold' && { compare }),
    ...(compare === 'relative' && { minimumSample: Number(sample), ...(variant !== '' && { variant }) }),
  };
}

function labelsIn({ labels }: FormValues): Readonly<Record<string, readonly string[]>> {
  const pairs = labels.map((line) => line.split('=', 2).map((part) => part.trim()));
  return Object.fromEntries(
    [...Map.groupBy(pairs, ([label = '']) => label)].map(([label, own]) => [label, own.map(([, value = '']) => value)]),
  );
}
