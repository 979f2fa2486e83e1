import type { OpenParts, Readiness } from '@signalbox/kit';
import { services } from './routing.ts';

/** What `/health` and `/ready` answer. */
export interface Health {
  /** Good once every service was ready once. */
  alive(): Promise<{ good: boolean }>;
  /** Each service as it says of itself. Good while none is away. */
  ready(): Promise<{ good: boolean; services: Record<string, Readiness> }>;
}

export function openHealth(parts: Pick<OpenParts, 'readinessOf'>): Health {
  const wasReady = new Set<string>();
  const look = async () => {
    const said = await Promise.all(services.map(async (name) => [name, await parts.readinessOf(name)] as const));
    for (const [name, { state }] of said) if (state !== 'away') wasReady.add(name);
    return said;
  };
  return {
    async alive() {
      if (wasReady.size < services.length) await look();
      return { good: wasReady.size === services.length };
    },
    async ready() {
      const said = await look();
      return { good: said.every(([, { state }]) => state !== 'away'), services: Object.fromEntries(said) };
    },
  };
}
