import {
  type DurableQueue,
  type Envelope,
  type EventBody,
  type EventDefinition,
  eventDefinitions,
  envelopeType,
  exchanges,
  validator,
} from '@signalbox/contracts';
import type { Static } from 'typebox';
import type { Context } from '../context/context.ts';
import type { EventConsumer } from '../service.ts';

/** An event with content that satisfies its definition. */
export type ReceivedEvent<E extends EventDefinition> = Omit<EventBody, 'data' | 'preData'> & {
  readonly data: Static<E['data']>;
  readonly preData: Static<E['preData']>;
};

type Definitions = Readonly<Record<string, EventDefinition>>;

/** A durable queue of events that a service reacts to, by the names of their definitions. */
export interface EventQueue<Events extends Definitions = Definitions> extends DurableQueue {
  readonly events: Events;
}

/**
 * Declares the queue of a service, for its surface. The consumer reacts to each of `events` separately and handles `others` itself. The
 * queue is bound to both.
 */
export function eventQueue<Events extends Definitions>(
  queue: string,
  events: Events,
  others: readonly EventDefinition[] = [],
): EventQueue<Events> {
  const bindings = [...Object.values(events), ...others].map(({ service, type }) => ({
    exchange: exchanges.events,
    pattern: `${service}.${type}`,
  }));
  return { queue, kind: 'shared', bindings, events };
}

/** Reactions of a service, one per event of a queue. A missing reaction does not compile. */
export type Reactions<Events extends Definitions> = {
  readonly [Name in keyof Events]: (context: Context, event: ReceivedEvent<Events[Name]>, envelope: Envelope) => Promise<void>;
};

/**
 * Creates a consumer that reacts to the events of its queue and skips others. It throws for content that violates the definition, for
 * another version of one of its events, and for an unknown kind, so that such messages become dead letters. A reaction to an event that
 * the queue does not receive is an error: a spread object may hide it from the compiler.
 */
export function reacting<Events extends Definitions>({ queue, events }: EventQueue<Events>, reactions: Reactions<Events>): EventConsumer {
  const surplus = Object.keys(reactions).filter((name) => !(name in events));
  if (surplus.length > 0) throw new Error(`the queue ${queue} does not receive ${surplus.join(', ')}`);
  const byType = new Map(Object.entries(events).map(([name, event]) => checked(event, reactions[name] as AnyReaction)));
  const kinds = new Set(Object.values(events).map(({ type }) => type));
  return {
    queue,
    async handle(envelope, context) {
      const { type, data } = envelope;
      const react = byType.get(type);
      if (!react && kinds.has(data.type)) throw new Error(`${type} is an unknown version`);
      if (!react && !eventDefinitions.has(data.type)) throw new Error(`${type} is an unknown kind of event`);
      await react?.(context, data, envelope);
    },
  };
}

type AnyReaction = (context: Context, event: EventBody, envelope: Envelope) => Promise<void>;

/** Pairs the reaction with its envelope type. The reaction throws for content that violates the definition. */
function checked(event: EventDefinition, react: AnyReaction): readonly [type: string, react: AnyReaction] {
  const type = envelopeType(event.type, event.version);
  const parts = (['data', 'preData'] as const).map((name) => ({ name, isValid: validator(event[name]) }));
  return [
    type,
    async (context, body, envelope) => {
      for (const { name, isValid } of parts) {
        const [problem] = isValid.problemsOf(body[name]);
        if (problem) throw new Error(`${type} violates its schema: ${name}${problem.instancePath} ${problem.message ?? ''}`);
      }
      await react(context, body, envelope);
    },
  ];
}
