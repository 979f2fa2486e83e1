import { type SampleEnvironment, type SampleFeature, sampleFeatures } from './features.ts';
import { agesOf } from './history.ts';

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const dayMs = 24 * hourMs;
const usageDays = 60;
/** Older hours are counted by day. */
const shownHours = 48;

/** Load of the quietest hour relative to noon. */
const leastLoad = 0.15;
const loadOfWeekend = 0.65;
/** Load of the first day relative to today. */
const loadAtFirst = 0.55;

/** Load of each environment relative to production. */
const loadOf: Readonly<Record<SampleEnvironment, number>> = { production: 1, staging: 0.02, development: 0.005 };

interface Application {
  readonly appName: string;
  readonly sdkVersion: string;
  /** Part of the evaluations of its project. */
  readonly part: number;
  /** A name that it evaluates and that no feature has. */
  readonly unknown?: string;
}

const applications: Readonly<Record<SampleFeature['project'], readonly Application[]>> = {
  shop: [
    { appName: 'shop-web', sdkVersion: 'unleash-proxy-client:3.7.6', part: 0.6, unknown: 'new-product-page' },
    { appName: 'shop-api', sdkVersion: 'unleash-client-node:6.12.1', part: 0.4, unknown: 'price-engine-v4' },
  ],
  warehouse: [{ appName: 'warehouse-floor', sdkVersion: 'unleash-client-java:11.1.0', part: 1 }],
};

/** Errors during checkout, which the safeguard of the sample watches. */
export const errorRate = { name: 'checkout_error_percent', help: 'Failed checkouts, in percent', limit: 2 };

/** Metrics that applications measure in production, each with its mean value and the range around it. */
const gauges = [
  { name: errorRate.name, help: errorRate.help, mean: 1.6, range: 0.35, labels: { appName: 'shop-api' } },
  { name: 'search_latency_ms', help: 'Median time of a search, in milliseconds', mean: 118, range: 34, labels: { appName: 'shop-api' } },
] as const;

/** From -1 to 1. The same for the same time and name. */
function noiseAt(name: string, atMs: number): number {
  let hash = Math.floor(atMs / (60 * secondMs)) | 0;
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x5bd1e995);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) & 0xffff) / 0x8000 - 1;
}

/** Busiest at noon UTC on weekdays, and growing over the two months before `now`. */
function loadAt(atMs: number, now: Date): number {
  const at = new Date(atMs);
  const ofHour = leastLoad + ((1 - leastLoad) * (1 - Math.cos((2 * Math.PI * at.getUTCHours()) / 24))) / 2;
  const ofDay = [0, 6].includes(at.getUTCDay()) ? loadOfWeekend : 1;
  return ofHour * ofDay * (1 - ((1 - loadAtFirst) * (now.getTime() - atMs)) / (usageDays * dayMs));
}

/** Evaluations of a feature by an application in the hour that begins at `hour`. */
function perHourAt(feature: SampleFeature, { appName, part }: Application, environment: SampleEnvironment, hour: number, now: Date) {
  const [, preLive = 0, live = preLive] = agesOf(feature.name);
  if (now.getTime() - hour > (environment === 'production' ? live : preLive) * dayMs) return 0;
  const noise = 1 + 0.12 * noiseAt(`${feature.name} ${appName}`, hour);
  return feature.perHour * part * loadOf[environment] * loadAt(hour, now) * noise;
}

interface Answers {
  readonly yes: number;
  readonly no: number;
  readonly variants: Readonly<Record<string, number>>;
}

/** A feature reaches its share in three steps: a fifth and half of it in the first two quarters of its time in production. */
function answersOf(feature: SampleFeature, environment: SampleEnvironment, count: number, at: number, now: Date): Answers {
  const { name, on, strategies = [], variants = [] } = feature;
  const share = strategies.reduce((sum, { share: part = 10 }) => Math.min(100, sum + part), 0);
  const age = (now.getTime() - at) / dayMs / Math.max(1, agesOf(name)[2] ?? 1);
  const reached = age > 0.75 ? 0.2 : age > 0.5 ? 0.5 : 1;
  const percent = environment === 'production' && strategies.length > 0 ? share * reached : 100;
  const yes = on.includes(environment) ? Math.round((count * percent) / 100) : 0;
  return { yes, no: count - yes, variants: Object.fromEntries(variants.map((variant) => [variant, Math.round(yes / variants.length)])) };
}

const beginningOf = (periodMs: number, atMs: number): number => Math.floor(atMs / periodMs) * periodMs;

/** Counts of one feature by one application until now, as an import of usage expects them. */
function pastOf(feature: SampleFeature, application: Application, environment: SampleEnvironment, now: Date) {
  const running = beginningOf(hourMs, now.getTime());
  const days = new Map<number, number>();
  const entry = (at: number, count: number) => ({
    featureName: feature.name,
    appName: application.appName,
    environment,
    timestamp: new Date(at).toISOString(),
    ...answersOf(feature, environment, count, at, now),
  });
  const hours = [];
  for (let hour = running; hour > running - usageDays * dayMs; hour -= hourMs) {
    const elapsed = hour === running ? (now.getTime() - running) / hourMs : 1;
    const count = Math.round(perHourAt(feature, application, environment, hour, now) * elapsed);
    if (count === 0) continue;
    const day = beginningOf(dayMs, hour);
    if (hour >= running - shownHours * hourMs) hours.push(entry(hour, count));
    else days.set(day, (days.get(day) ?? 0) + count);
  }
  return { hours, days: [...days].map(([day, count]) => entry(day, count)) };
}

const isEvaluated = ({ perHour }: SampleFeature): boolean => perHour > 0;

/** Counts of all applications in the two months before `now`. Only the first application of a project has other environments than production. */
export function pastUsage(environment: SampleEnvironment, now: Date) {
  const past = sampleFeatures
    .filter(isEvaluated)
    .flatMap((feature) =>
      applications[feature.project]
        .slice(0, environment === 'production' ? undefined : 1)
        .map((application) => pastOf(feature, application, environment, now)),
    );
  return { hours: past.flatMap(({ hours }) => hours), days: past.flatMap(({ days }) => days) };
}

type Gauge = (typeof gauges)[number];

/** Rises during the day, with some noise. */
const gaugeAt = ({ name, mean, range }: Gauge, atMs: number): number =>
  Number((mean + range * (0.7 * Math.sin((2 * Math.PI * (atMs - 8 * hourMs)) / dayMs) + 0.3 * noiseAt(name, atMs))).toFixed(3));

/** Values of all metrics: every minute of the past hour, and every hour of the past week. */
export function pastGauges(now: Date) {
  const minutes = Array.from({ length: 60 }, (_, ago) => now.getTime() - ago * 60 * secondMs);
  const hours = Array.from({ length: 7 * 24 }, (_, ago) => now.getTime() - (ago + 1) * hourMs);
  return gauges.flatMap((gauge) =>
    [...minutes, ...hours].toReversed().map((at) => ({
      name: gauge.name,
      help: gauge.help,
      environment: 'production',
      labels: gauge.labels,
      at: new Date(at).toISOString(),
      value: gaugeAt(gauge, at),
    })),
  );
}

interface Origin {
  readonly project: SampleFeature['project'];
  readonly environment: SampleEnvironment;
}

/** Body of a bulk report: what the applications of a project have evaluated and measured in an environment in the past seconds. */
export function reportOf({ project, environment }: Origin, now: Date, seconds: number) {
  const own = applications[project].slice(0, environment === 'production' ? undefined : 1);
  const hour = beginningOf(hourMs, now.getTime());
  const features = sampleFeatures.filter((feature) => feature.project === project && isEvaluated(feature));
  const metrics = own.flatMap((application) => {
    const counted = (featureName: string, answers: Answers) => ({
      featureName,
      appName: application.appName,
      environment,
      timestamp: now.toISOString(),
      ...answers,
    });
    const known = features.map((feature) => {
      const count = Math.round((perHourAt(feature, application, environment, hour, now) * seconds * secondMs) / hourMs);
      return counted(feature.name, answersOf(feature, environment, Math.max(1, count), hour, now));
    });
    return application.unknown === undefined ? known : [...known, counted(application.unknown, { yes: 0, no: 1, variants: {} })];
  });
  return {
    applications: own.map(({ appName, sdkVersion }) => ({
      appName,
      instanceId: `${appName}-1`,
      sdkVersion,
      environment,
      strategies: ['flexibleRollout'],
    })),
    metrics,
    impactMetrics: project === 'shop' && environment === 'production' ? gauges.map((gauge) => measuredBy(gauge, now)) : [],
  };
}

const measuredBy = (gauge: Gauge, now: Date) => ({
  name: gauge.name,
  help: gauge.help,
  type: 'gauge',
  samples: [{ value: gaugeAt(gauge, now.getTime()), labels: gauge.labels }],
});
