import { limitSides, modeTitles } from '@signalbox/contracts/metric-words';
import type { EntriesOf } from '../../../parts/form/fields.ts';
import { openForm } from '../../../parts/form/value-form.tsx';
import type { SafeguardContent } from '../../../server/ask.ts';
import { Refused } from '../../../server/refusal.ts';
import { modesOf, timeRanges } from './describe-safeguard.ts';
import type { Watchable } from './use-watchable.ts';

/** The start of a form. */
export interface SafeguardForm {
  readonly known: Watchable;
  /** Null for a new one. */
  readonly safeguard: SafeguardContent | null;
  /** The metric that a new one watches at first. */
  readonly metric?: string;
}

/** Opens the form of a safeguard of a release template. It belongs to no environment, so it has no chart. */
export const openTemplateSafeguard = ({ save, ...form }: SafeguardForm & { readonly save: (safeguard: SafeguardContent) => void }): void =>
  openForm({ ...formOf(form), submitTitle: 'Continue', submit: async (values) => save(safeguardIn(values)) });

/** The entries of the form, for an existing or a new safeguard. */
export const formOf = ({ known, safeguard, metric }: SafeguardForm) => ({
  title: safeguard ? 'Edit the safeguard' : 'Add a safeguard',
  isWide: true,
  initial: valuesOf(safeguard, metric ?? Object.keys(known.metrics)[0] ?? '', known),
  entries: (values: FormValues) => entriesOf(values, known),
  adapt: (values: FormValues) => adaptMode(values, known),
});

type FormValues = ReturnType<typeof valuesOf>;

type Mode = SafeguardContent['impactMetric']['aggregationMode'];

const modesFor = ({ metrics }: Watchable, metric: string) => modesOf[metrics[metric]?.type ?? 'histogram'];

/** Measures another metric in the first way that its type allows, unless it allows the chosen one. */
function adaptMode(values: FormValues, known: Watchable): FormValues {
  const modes: readonly Mode[] = modesFor(known, values.metric);
  return modes.includes(values.mode) ? values : { ...values, mode: modesFor(known, values.metric)[0] };
}

function valuesOf(safeguard: SafeguardContent | null, metric: string, known: Watchable) {
  const { impactMetric, triggerCondition, debounce } = safeguard ?? {};
  return {
    source: impactMetric?.source === 'signal' ? 'signal' : 'metric',
    metric: impactMetric?.metricName ?? metric,
    mode: impactMetric?.aggregationMode ?? modesFor(known, metric)[0],
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
    const named = signals.length > 0 ? ({ kind: 'choice', choices: signals } as const) : ({ kind: 'text', isRequired: true } as const);
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
      ...(names.length > 0 ? { kind: 'choice', choices: names } : { kind: 'text', isRequired: true }),
    },
    mode: { kind: 'choice', label: 'Measured as', choices: choicesIn(modeTitles, modesFor(known, values.metric)) },
    per: {
      kind: 'choice',
      label: 'Divided by',
      hint: 'A counter of attempts, so that the rate of failures is compared and not their number.',
      choices: [{ value: '', title: 'Nothing' }, ...counters],
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

/** The safeguard in the form. A limit that is not a number yet is NaN. */
export const draftIn = (values: FormValues): SafeguardContent => bodyOf(values, values.limit.trim() === '' ? NaN : Number(values.limit));

/** The safeguard in the form. Throws for a limit that is no number. */
export const safeguardIn = (values: FormValues): SafeguardContent => bodyOf(values, limitIn(values));

/** A firing signal is 1, so its limit is 0. */
function bodyOf(values: FormValues, threshold: number): SafeguardContent {
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
