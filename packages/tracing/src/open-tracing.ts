import type { Tracing } from './tracing.ts';
import type { TracingOptions } from './tracing-options.ts';

/** Opens the traces of a process. OpenTelemetry's SDK is loaded here, so a process without traces has none of it. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { OtlpTracing } = await import('./otlp-tracing.ts');
  return new OtlpTracing(options);
}
