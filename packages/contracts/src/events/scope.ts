import type { ScopePart } from '../event.ts';

/** The event concerns one project. */
export const project: readonly ScopePart[] = ['project'];
/** The event concerns one environment of one project. */
export const projectEnvironment: readonly ScopePart[] = ['project', 'environment'];
/** The event concerns one feature in all environments. */
export const feature: readonly ScopePart[] = ['project', 'featureName'];
/** The event concerns one feature in one environment. */
export const featureEnvironment: readonly ScopePart[] = ['project', 'environment', 'featureName'];
