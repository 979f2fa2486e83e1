import type { EventBody } from '@signalbox/contracts';

/** The events that an add-on sends. */
export interface EventFilter {
  readonly events: readonly string[];
  readonly projects: readonly string[];
  readonly environments: readonly string[];
  /** Empty or null for all. */
  readonly features?: readonly string[] | null | undefined;
}

/** Matches every project, environment or feature when it is the first entry of a list. */
export const everywhere = '*';

/**
 * True if the event matches: the type must be listed, and the project and environment too, if the event has them and the
 * list is restricted (reference, toggle side §21). If it is limited to features, events without a feature do not match.
 */
export const passes = ({ events, projects, environments, features }: EventFilter, event: EventBody): boolean =>
  events.includes(event.type) &&
  isAmong(projects, event.project) &&
  isAmong(environments, event.environment) &&
  (isUnrestricted(features ?? []) || (event.featureName !== null && features?.includes(event.featureName) === true));

export const isUnrestricted = (named: readonly string[]): boolean => named.length === 0 || named[0] === everywhere;

const isAmong = (named: readonly string[], name: string | null): boolean => name === null || isUnrestricted(named) || named.includes(name);
