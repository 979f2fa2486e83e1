import type { SampleEnvironment, SampleFeature } from './features.ts';

const hourMs = 3_600_000;
const shownHours = 24;
/** Load of the quietest hour relative to noon. */
const leastLoad = 0.15;

/** Load of each environment relative to production. */
const loadOf: Readonly<Record<SampleEnvironment, number>> = { production: 1, staging: 0.02, development: 0.005 };

const applications = {
  shop: [
    { appName: 'shop-web', sdkVersion: 'unleash-proxy-client:3.7.6', part: 0.6 },
    { appName: 'shop-api', sdkVersion: 'unleash-client-node:6.12.1', part: 0.4 },
  ],
  warehouse: [{ appName: 'warehouse-floor', sdkVersion: 'unleash-client-java:11.1.0', part: 1 }],
} as const;

/** Body of a bulk report: evaluations of a project's applications in an environment over the past day, busiest at noon UTC. */
export function reportsOf(project: string, features: readonly SampleFeature[], environment: SampleEnvironment, now: Date) {
  const own = project === 'shop' ? applications.shop : applications.warehouse;
  const hours = Array.from({ length: shownHours }, (_, ago) => new Date(now.getTime() - ago * hourMs));
  return {
    applications: own.map(({ appName, sdkVersion }) => ({
      appName,
      instanceId: `${appName}-1`,
      sdkVersion,
      environment,
      strategies: ['flexibleRollout'],
    })),
    metrics: features
      .filter(({ perHour }) => perHour > 0)
      .flatMap((feature) =>
        own.flatMap(({ appName, part }) =>
          hours.map((at) => ({
            featureName: feature.name,
            appName,
            environment,
            timestamp: at.toISOString(),
            ...answersOf(feature, environment, Math.round(feature.perHour * part * loadOf[environment] * loadAt(at))),
          })),
        ),
      ),
  };
}

function loadAt(at: Date): number {
  const hours = at.getUTCHours() + at.getUTCMinutes() / 60;
  return leastLoad + ((1 - leastLoad) * (1 - Math.cos((2 * Math.PI * hours) / shownHours))) / 2;
}

function answersOf({ on, strategies = [], variants = [] }: SampleFeature, environment: SampleEnvironment, count: number) {
  const share = strategies.reduce((sum, { share: part = 10 }) => Math.min(100, sum + part), 0);
  const percent = environment === 'production' && strategies.length > 0 ? share : 100;
  const yes = on.includes(environment) ? Math.round((count * percent) / 100) : 0;
  return { yes, no: count - yes, variants: Object.fromEntries(variants.map((name) => [name, Math.round(yes / variants.length)])) };
}
