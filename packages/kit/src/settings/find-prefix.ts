import { PathTree } from '../path-tree.ts';
import type { Settings } from './settings.ts';
import { deadLettersPath, type PathPrefix, type Surface } from './surface.ts';

/** A prefix with its declaration. */
export interface FoundPrefix extends PathPrefix {
  /** Name of the service behind it. */
  readonly service: string;
}

/**
 * Returns a function that finds the longest declared prefix of a path (without its query), with its service and rules, or undefined. Throws
 * for a prefix that is declared twice.
 */
export function prefixFinder(surfaces: readonly Surface[]): (path: string) => FoundPrefix | undefined {
  const tree = new PathTree<FoundPrefix>();
  for (const { name, paths = [] } of surfaces) {
    for (const rule of [...paths, { prefix: deadLettersPath({ name }) }]) tree.add(rule.prefix, { ...rule, service: name });
  }
  return (path) => tree.findPrefix(path);
}

/** Maximum size of a body at a path, in bytes: the limit of its surface, or the default. */
export const bodyLimitOf = (found: FoundPrefix | undefined, settings: Settings): number =>
  found?.bodyLimitBytes ? settings.get(found.bodyLimitBytes) : settings.bodyLimitBytes;
