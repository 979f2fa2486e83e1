import type { Tracing } from './tracing.ts';
import type { TracingOptions } from './tracing-options.ts';

/** Opens the traces of a process. Loads OpenTelemetry's SDK only here, so a process without traces never loads it. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { OtlpTracing } = await import('./otlp-tracing.ts');
  return new OtlpTracing(options);
}
