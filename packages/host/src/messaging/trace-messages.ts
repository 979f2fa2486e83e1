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

/** Spans of one batch that end together, each in the trace of its messages. */
export class BatchSpans {
  readonly #spans: readonly Span[];

  /** All spans after the first link to it, because the work of the batch belongs to its trace. */
  constructor(tracer: Tracer, work: MessageWork, messages: readonly Message[]) {
    const spans: Span[] = [];
    for (const [parent, count] of countByTrace(messages)) {
      const links = spans[0] ? [spans[0].traceparent] : [];
      spans.push(tracer.start({ ...startOf(work, count), parent, links }));
    }
    this.#spans = spans;
  }

  /** The span in which the batch is handled. */
  get first(): Span | undefined {
    return this.#spans[0];
  }

  end(error?: unknown): void {
    const errorType = error === undefined ? null : errorTypeOf(error);
    for (const span of this.#spans) span.end(errorType);
  }
}

/** Handles messages within their traces, which lead back to the original requests. */
export async function handleTraced<T>(tracer: Tracer | null, work: MessageWork, messages: readonly Message[], handle: () => Promise<T>) {
  if (!tracer) return handle();
  const spans = new BatchSpans(tracer, work, messages);
  const { first } = spans;
  if (!first) return tracer.run({ ...startOf(work, messages.length), parent: null }, handle);
  try {
    const handled = await first.during(handle);
    spans.end();
    return handled;
  } catch (error) {
    spans.end(error);
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
