import type { EventBody } from '@signalbox/contracts';

/** Which events are sent somewhere. */
export interface EventFilter {
  readonly events: readonly string[];
  readonly projects: readonly string[];
  readonly environments: readonly string[];
}

/** Stands for every project, or every environment, if it is the first that is named. */
export const everywhere = '*';

/** The kind must be named. A project or an environment must be, if the event has one and any is named (reference, toggle side §21). */
export const passes = ({ events, projects, environments }: EventFilter, { type, project, environment }: EventBody): boolean =>
  events.includes(type) && isAmong(projects, project) && isAmong(environments, environment);

export const isUnrestricted = (named: readonly string[]): boolean => named.length === 0 || named[0] === everywhere;

const isAmong = (named: readonly string[], name: string | null): boolean => name === null || isUnrestricted(named) || named.includes(name);
