import { termOf } from '../../base/split-filter.ts';

/** The address of the changes in an environment in the past hour. */
export const pastHourHref = (environment: string): string =>
  `/audit?q=${encodeURIComponent(`${termOf('in', environment)} ${termOf('last', '1h')}`)}`;
