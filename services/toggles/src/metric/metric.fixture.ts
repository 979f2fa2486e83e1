import { randomUUID } from 'node:crypto';
import { exchanges, type ImpactMetric } from '@signalbox/contracts';
import type { TestApp } from '@signalbox/testing';

/** Publishes impact metrics as delivery does. */
export const reportImpact = (
  app: TestApp,
  metrics: readonly ImpactMetric[],
  { environment = 'development', at }: { readonly environment?: string; readonly at: number },
): Promise<void> =>
  app.host.bus.publish([
    {
      id: randomUUID(),
      exchange: exchanges.usage,
      key: 'delivery.usage',
      body: JSON.stringify([{ kind: 'impact', environment, at: new Date(at).toISOString(), metrics }]),
    },
  ]);

/** A counter with one sample. */
export const counterOf = (name: string, value: number, labels: Record<string, string> = {}): ImpactMetric => ({
  name,
  help: `Number of ${name}`,
  type: 'counter',
  samples: [{ value, labels }],
});
