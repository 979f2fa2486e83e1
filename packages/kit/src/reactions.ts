import { type EventBody, type EventDefinition, envelopeType } from '@signalbox/contracts';
import type { Static } from 'typebox';
import type { Context } from './context.ts';
import type { EventConsumer } from './service.ts';

/** An event with the content that its definition promises. */
export type Stated<E extends EventDefinition> = Omit<EventBody, 'data' | 'preData'> & {
  readonly data: Static<E['data']>;
  readonly preData: Static<E['preData']>;
};

/** What a service does about one kind of event, by the type of its envelope. */
export type Reaction = readonly [type: string, react: (context: Context, event: EventBody) => Promise<void>];

/** Declares what a service does about one kind of event. */
export const on = <E extends EventDefinition>(event: E, react: (context: Context, event: Stated<E>) => Promise<void>): Reaction => [
  envelopeType(event.type, event.version),
  react as unknown as Reaction[1],
];

/**
 * A consumer of the named durable queue that reacts to these kinds of events and passes over all others. Another version of
 * one of them throws, so that it becomes a dead letter: what it says must be dealt with, and nobody here knows how.
 */
export function reacting(queue: string, reactions: readonly Reaction[]): EventConsumer {
  const byType = new Map(reactions);
  const kinds = new Set(reactions.map(([type]) => kindOf(type)));
  return {
    queue,
    async handle({ type, data }, context) {
      const react = byType.get(type);
      if (!react && kinds.has(kindOf(type))) throw new Error(`${type} is a version that is not known here`);
      await react?.(context, data);
    },
  };
}

/** The type without its version. */
const kindOf = (type: string): string => type.replace(/\.v\d+$/, '');
