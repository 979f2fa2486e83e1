import type { Message } from '@signalbox/bus';
import { exchanges } from '@signalbox/contracts';
import type { Settings } from '@signalbox/kit';
import { attributes, type Span, type SpanStart, type Tracer } from '@signalbox/tracing';
import { errorTypeOf } from '../runtime/open-traces.ts';

/** Name of the broker, by the semantic conventions. */
export const busSystemOf = ({ busUrls }: Pick<Settings, 'busUrls'>): string => (busUrls[0] === 'memory:' ? 'signalbox' : 'rabbitmq');

/** Work on a batch of messages, by the conventions for messaging. */
export interface MessageWork {
  readonly operation: 'publish' | 'process';
  readonly kind: 'producer' | 'consumer';
  /** Exchange or queue, the last part of the span's name. */
  readonly destination: string;
  readonly system: string;
}

/** Starts the spans of a batch, one per trace of its messages. All after the first link to it: the work of the batch belongs to its trace. */
export function startSpans(tracer: Tracer, work: MessageWork, messages: readonly Message[]) {
  const spans: Span[] = [];
  for (const [parent, count] of countByTrace(messages)) {
    const links = spans[0] ? [spans[0].traceparent] : [];
    spans.push(tracer.start({ ...startOf(work, count), parent, links }));
  }
  const end = (error?: unknown): void => {
    for (const span of spans) span.end(error === undefined ? null : errorTypeOf(error));
  };
  return { first: spans[0], end };
}

/** Handles messages within their traces, which lead back to the original requests. */
export async function handleTraced<T>(tracer: Tracer | null, work: MessageWork, messages: readonly Message[], handle: () => Promise<T>) {
  if (!tracer) return handle();
  const { first, end } = startSpans(tracer, work, messages);
  if (!first) return tracer.run({ ...startOf(work, messages.length), parent: null }, handle);
  try {
    const handled = await first.during(handle);
    end();
    return handled;
  } catch (error) {
    end(error);
    throw error;
  }
}

function startOf({ operation, kind, destination, system }: MessageWork, count: number): SpanStart {
  return {
    name: `${operation} ${destination}`,
    kind,
    attributes: {
      [attributes.messagingSystem]: system,
      [attributes.messagingOperation]: operation,
      [attributes.messagingOperationType]: operation === 'publish' ? 'send' : operation,
      [attributes.messagingDestination]: exchanges.events,
      ...(operation === 'process' && { [attributes.messagingSubscription]: destination }),
      [attributes.messagingCount]: count,
    },
  };
}

/** Number of messages per trace, with a sampled trace first. States and counts have no trace. */
function countByTrace(messages: readonly Message[]): [traceparent: string, count: number][] {
  const counts = new Map<string, number>();
  for (const message of messages) {
    const parent = message.exchange === exchanges.events ? traceparentIn(message.body) : null;
    if (parent !== null) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  return [...counts].sort(([one], [other]) => Number(isRecorded(other)) - Number(isRecorded(one)));
}

const isRecorded = (traceparent: string): boolean => traceparent.endsWith('1');

/** The body may come from any publisher. */
function traceparentIn(body: string): string | null {
  try {
    const { traceparent } = JSON.parse(body) as { traceparent?: unknown };
    return typeof traceparent === 'string' ? traceparent : null;
  } catch {
    return null;
  }
}
