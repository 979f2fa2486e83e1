import { eventually } from '@signalbox/testing';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import type { Cluster } from './cluster.ts';

const limitMs = 60_000;

/** An application that keeps running, regardless of failures of the product. */
export interface Application {
  readonly title: string;
  readonly isOn: (feature: string) => boolean;
  close(): void;
}

/** Applications with a published SDK: streaming and polling, directly at delivery and through the gateways. */
export async function openApplications(cluster: Cluster, token: string): Promise<Application[]> {
  const urls = { delivery: cluster.balancers.delivery.url, gateway: cluster.url };
  const kinds = Object.entries(urls).flatMap(([through, url]) =>
    (['streaming', 'polling'] as const).map((type) => ({ through, url, type })),
  );
  return Promise.all(kinds.map(({ through, url, type }) => open(`${type} at ${through}`, url, type, token)));
}

async function open(title: string, url: string, type: 'streaming' | 'polling', token: string): Promise<Application> {
  const sdk = new Unleash({
    url: `${url}/api`,
    appName: title,
    customHeaders: { Authorization: token },
    refreshInterval: 500,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    experimentalMode: type === 'streaming' ? { type } : { type, format: 'full' },
  });
  const response: string[] = [];
  for (const event of ['error', 'warn']) sdk.on(event, (problem: unknown) => void response.push(String(problem)));
  const begun = new Promise((resolve) => sdk.once('synchronized', resolve));
  const late = new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`${title} does not start: ${response.join('; ')}`)), limitMs).unref(),
  );
  await Promise.race([begun, late]);
  return { title, isOn: (feature) => sdk.isEnabled(feature), close: () => sdk.destroy() };
}

/** Milliseconds until each application receives the feature as on. Rejects with the names of those that do not. */
export async function untilOn(applications: readonly Application[], feature: string): Promise<ReadonlyMap<string, number>> {
  const begun = performance.now();
  const times = applications.map(async ({ title, isOn }) => {
    await eventually(() => isOn(feature), limitMs).catch(() => Promise.reject(new Error(`${title} does not see ${feature}`)));
    return [title, Math.round(performance.now() - begun)] as const;
  });
  return new Map(await Promise.all(times));
}
