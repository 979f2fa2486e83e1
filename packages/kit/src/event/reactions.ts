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

/** An event with the content that its definition promises. */
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
 * Declares the queue of a service, on its surface. `events` are those that it reacts to one by one; `others` arrive as well, and the consumer
 * handles them itself. The bindings follow from both.
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

/** What a service does about each event of a queue: a missing or surplus one does not compile. */
export type Reactions<Events extends Definitions> = {
  readonly [Name in keyof Events]: (context: Context, event: ReceivedEvent<Events[Name]>, envelope: Envelope) => Promise<void>;
};

/**
 * A consumer of the queue that reacts to its events and passes over others. Content that does not match the definition throws, another
 * version of one of them throws, and so does an unknown kind, so that they become dead letters.
 */
export function reacting<Events extends Definitions>({ queue, events }: EventQueue<Events>, reactions: Reactions<Events>): EventConsumer {
  const byType = new Map(Object.entries(events).map(([name, event]) => checked(event, reactions[name] as AnyReaction)));
  const kinds = new Set(Object.values(events).map(({ type }) => type));
  return {
    queue,
    async handle(envelope, context) {
      const { type, data } = envelope;
      const react = byType.get(type);
      if (!react && kinds.has(data.type)) throw new Error(`${type} is a version that is not known here`);
      if (!react && !eventDefinitions.has(data.type)) throw new Error(`${type} is a kind of event that is not known here`);
      await react?.(context, data, envelope);
    },
  };
}

type AnyReaction = (context: Context, event: EventBody, envelope: Envelope) => Promise<void>;

/** The reaction by the type of its envelope. Throws for content that is not what the definition promises. */
function checked(event: EventDefinition, react: AnyReaction): readonly [type: string, react: AnyReaction] {
  const type = envelopeType(event.type, event.version);
  const parts = (['data', 'preData'] as const).map((name) => ({ name, isValid: validator(event[name]) }));
  return [
    type,
    async (context, stated, envelope) => {
      for (const { name, isValid } of parts) {
        const [problem] = isValid.problemsOf(stated[name]);
        if (problem) throw new Error(`${type} is not what its schema says: ${name}${problem.instancePath} ${problem.message ?? ''}`);
      }
      await react(context, stated, envelope);
    },
  ];
}
