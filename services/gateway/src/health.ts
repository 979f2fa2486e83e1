import type { OpenParts, Readiness } from '@signalbox/kit';

/** What `/health` and `/ready` answer. */
export interface Health {
  /** Good once every service was ready once. */
  alive(): Promise<{ good: boolean }>;
  /** Each service as it says of itself. Good while none is away. */
  ready(): Promise<{ good: boolean; services: Record<string, Readiness> }>;
}

/** Speaks for every service but public ones. */
export function openHealth({ surfaces, readinessOf }: Pick<OpenParts, 'surfaces' | 'readinessOf'>): Health {
  const services = surfaces.flatMap(({ name, isPublic }) => (isPublic ? [] : [name]));
  const wasReady = new Set<string>();
  const check = async () => {
    const said = await Promise.all(services.map(async (name) => [name, await readinessOf(name)] as const));
    for (const [name, { state }] of said) if (state !== 'away') wasReady.add(name);
    return said;
  };
  return {
    async alive() {
      if (wasReady.size < services.length) await check();
      return { good: wasReady.size === services.length };
    },
    async ready() {
      const said = await check();
      return { good: said.every(([, { state }]) => state !== 'away'), services: Object.fromEntries(said) };
    },
  };
}
