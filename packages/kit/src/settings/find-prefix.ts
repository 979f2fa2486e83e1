import { PathTree } from '../path-tree.ts';
import { deadLettersPath, type PathPrefix, type Surface } from './surface.ts';

/** What the surfaces say of a path. */
export interface FoundPrefix extends PathPrefix {
  /** The name of the service that answers it. */
  readonly service: string;
}

/**
 * Finds which service answers a path (without its query), and what is special there: of the prefixes that match, the longest. Undefined
 * for a path that nobody answers. Throws for a prefix that is declared twice.
 */
export function prefixFinder(surfaces: readonly Surface[]): (path: string) => FoundPrefix | undefined {
  const tree = new PathTree<FoundPrefix>();
  for (const { name, paths = [] } of surfaces) {
    for (const rule of [...paths, { prefix: deadLettersPath({ name }) }]) tree.add(rule.prefix, { ...rule, service: name });
  }
  return (path) => tree.findPrefix(path);
}
