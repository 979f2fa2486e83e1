import { type Envelope, type EventBody, type EventDefinition, eventDefinitions, envelopeType, validator } from '@signalbox/contracts';
import type { Static } from 'typebox';
import type { Context } from './context.ts';
import type { EventConsumer } from './service.ts';

/** An event with the content that its definition promises. */
export type Stated<E extends EventDefinition> = Omit<EventBody, 'data' | 'preData'> & {
  readonly data: Static<E['data']>;
  readonly preData: Static<E['preData']>;
};

/** What a service does about one kind of event, by the type of its envelope. */
export type Reaction = readonly [type: string, react: (context: Context, event: EventBody, envelope: Envelope) => Promise<void>];

/**
 * Declares what a service does about one kind of event. One whose content is not what its definition promises throws, so
 * that it becomes a dead letter.
 */
export function on<E extends EventDefinition>(
  event: E,
  react: (context: Context, event: Stated<E>, envelope: Envelope) => Promise<void>,
): Reaction {
  const type = envelopeType(event.type, event.version);
  const parts = (['data', 'preData'] as const).map((name) => ({ name, isValid: validator(event[name]) }));
  return [
    type,
    async (context, stated, envelope) => {
      for (const { name, isValid } of parts) {
        const [problem] = isValid.problemsOf(stated[name]);
        if (problem) throw new Error(`${type} is not what its schema says: ${name}${problem.instancePath} ${problem.message ?? ''}`);
      }
      await react(context, stated as Stated<E>, envelope);
    },
  ];
}

/**
 * A consumer of the named durable queue that reacts to these kinds of events and passes over what else the product states. Another
 * version of one of them throws, and so does a kind that the product does not know here, so that they become dead letters:
 * what they say must be dealt with, and nobody here knows how.
 */
export function reacting(queue: string, reactions: readonly Reaction[]): EventConsumer {
  const byType = new Map(reactions);
  const kinds = new Set(reactions.map(([type]) => kindOf(type)));
  return {
    queue,
    async handle(envelope, context) {
      const { type, data } = envelope;
      const react = byType.get(type);
      if (!react && kinds.has(kindOf(type))) throw new Error(`${type} is a version that is not known here`);
      if (!react && !eventDefinitions.has(data.type)) throw new Error(`${type} is a kind of event that is not known here`);
      await react?.(context, data, envelope);
    },
  };
}

/** The type without its version. */
const kindOf = (type: string): string => type.replace(/\.v\d+$/, '');
