import { isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api';

const version = '00';
/** A later version may say more behind its end; `ff` is none. */
const form = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Reads a `traceparent` (W3C Trace Context, 3.2). Null for what is none. */
export function readTraceParent(text: string): SpanContext | null {
  const [, said, traceId = '', spanId = '', flags = '', more] = form.exec(text) ?? [];
  if (said === undefined || (said === version && more !== undefined)) return null;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(context) ? context : null;
}

/** Writes one. */
export const writeTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `${version}-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
