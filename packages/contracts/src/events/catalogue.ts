import type { TSchema } from 'typebox';
import type { EventDefinition } from '../event.ts';
import * as everyEvent from './every-event.ts';

const isDefinition = (value: unknown): value is EventDefinition => typeof value === 'object' && value !== null && 'touches' in value;

const definitions = Object.values(everyEvent as Record<string, unknown>).filter(isDefinition);

/** All events by type. */
export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(definitions.map((event) => [event.type, event]));

type Every = typeof everyEvent;

/** Type of an event. */
export type EventType = {
  readonly [Name in keyof Every]: Every[Name] extends EventDefinition<TSchema, TSchema, infer Kind> ? Kind : never;
}[keyof Every];
