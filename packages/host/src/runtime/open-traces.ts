import { Failure } from '@signalbox/contracts';
import type { Settings } from '@signalbox/kit';
import { openTracing, type Tracing, type TracingOptions } from '@signalbox/tracing';
import product from '../../package.json' with { type: 'json' };

/** Opens the traces of a process if the settings name a collector. */
export async function openTraces(settings: Settings, parts: Pick<TracingOptions, 'instance' | 'warn'>): Promise<Tracing | null> {
  const { tracesEndpoint, tracesHeaders, tracesServiceName, tracesSampler, tracesRatio } = settings;
  if (tracesEndpoint === null) return null;
  return openTracing({
    ...parts,
    endpoint: tracesEndpoint,
    headers: tracesHeaders,
    serviceName: tracesServiceName,
    version: product.version,
    sampler: tracesSampler,
    ratio: tracesRatio,
    errorTypeOf,
  });
}

/** Error type for spans: one of few, never a message. Null for a refusal, which is a normal response. */
export function errorTypeOf(thrown: unknown): string | null {
  if (thrown instanceof Failure) return thrown.status < 500 ? null : thrown.name;
  if (!(thrown instanceof Error)) return 'unknown';
  const { code } = thrown as { code?: unknown };
  return typeof code === 'string' && /^[A-Z_\d]+$/.test(code) ? code : thrown.constructor.name;
}
