import { isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api';

const version = '00';
/** A later version may append more fields; `ff` is not a version. */
const form = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Parses a `traceparent` (W3C Trace Context, 3.2). Returns null if it is invalid. */
export function readTraceParent(text: string): SpanContext | null {
  const [, sentVersion, traceId = '', spanId = '', flags = '', more] = form.exec(text) ?? [];
  if (sentVersion === undefined || (sentVersion === version && more !== undefined)) return null;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(context) ? context : null;
}

/** Formats a `traceparent`. */
export const writeTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `${version}-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
