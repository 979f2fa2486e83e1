import type { ScopePart } from '../event.ts';

/** The fact concerns one project. */
export const project: readonly ScopePart[] = ['project'];
/** The fact concerns one environment of one project. */
export const projectEnvironment: readonly ScopePart[] = ['project', 'environment'];
/** The fact concerns one feature in all of its environments. */
export const feature: readonly ScopePart[] = ['project', 'featureName'];
/** The fact concerns one feature in one environment. */
export const featureEnvironment: readonly ScopePart[] = ['project', 'environment', 'featureName'];
