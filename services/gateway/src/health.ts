import type { OpenParts, Readiness } from '@signalbox/kit';

/** The contents of `/health` and `/ready`. */
export interface Health {
  /** Good once every service has been ready. */
  alive(): Promise<{ good: boolean }>;
  /** The readiness of each service. Good unless one is unavailable. */
  ready(): Promise<{ good: boolean; services: Record<string, Readiness> }>;
}

/** Covers all services except public ones. */
export function openHealth({ surfaces, readinessOf }: Pick<OpenParts, 'surfaces' | 'readinessOf'>): Health {
  const services = surfaces.flatMap(({ name, isPublic }) => (isPublic ? [] : [name]));
  const wasReady = new Set<string>();
  const check = async () => {
    const results = await Promise.all(services.map(async (name) => [name, await readinessOf(name)] as const));
    for (const [name, { state }] of results) if (state !== 'away') wasReady.add(name);
    return results;
  };
  return {
    async alive() {
      if (wasReady.size < services.length) await check();
      return { good: wasReady.size === services.length };
    },
    async ready() {
      const results = await check();
      return { good: results.every(([, { state }]) => state !== 'away'), services: Object.fromEntries(results) };
    },
  };
}
