import type { EventBody } from '@signalbox/contracts';

/** The events that an add-on sends. */
export interface EventFilter {
  readonly events: readonly string[];
  readonly projects: readonly string[];
  readonly environments: readonly string[];
}

/** Matches every project or environment when it is the first entry of a list. */
export const everywhere = '*';

/**
 * True if the event matches: the type must be listed, and the project and environment too, if the event has them and the
 * list is restricted (reference, toggle side §21).
 */
export const passes = ({ events, projects, environments }: EventFilter, { type, project, environment }: EventBody): boolean =>
  events.includes(type) && isAmong(projects, project) && isAmong(environments, environment);

export const isUnrestricted = (named: readonly string[]): boolean => named.length === 0 || named[0] === everywhere;

const isAmong = (named: readonly string[], name: string | null): boolean => name === null || isUnrestricted(named) || named.includes(name);
