import { deadLettersPath, type PathPrefix, type Surface } from './surface.ts';

/** What the surfaces say of a path. */
export interface FoundPrefix extends PathPrefix {
  /** The name of the service that answers it. */
  readonly service: string;
}

interface Node {
  readonly children: Map<string, Node>;
  parameter?: Node;
  found?: FoundPrefix;
}

const node = (): Node => ({ children: new Map() });

/**
 * Finds which service answers a path (without its query), and what is special there: of the prefixes that match, the longest. Null
 * for a path that nobody answers. Throws where two services declare the same prefix.
 */
export function prefixFinder(surfaces: readonly Surface[]): (path: string) => FoundPrefix | null {
  const root = node();
  for (const { name, paths = [] } of surfaces) {
    for (const rule of [...paths, { prefix: deadLettersPath({ name }) }]) plant(root, { ...rule, service: name });
  }
  return (path) => deepest(root, path, 1);
}

function plant(root: Node, rule: FoundPrefix): void {
  const end = rule.prefix.split('/').slice(1).reduce(stepOf, root);
  if (end.found && end.found.service !== rule.service)
    throw new Error(`${end.found.service} and ${rule.service} both declare ${rule.prefix}`);
  end.found = rule;
}

function stepOf(at: Node, segment: string): Node {
  if (segment.startsWith(':')) return (at.parameter ??= node());
  const next = at.children.get(segment) ?? node();
  at.children.set(segment, next);
  return next;
}

function deepest(at: Node, path: string, start: number): FoundPrefix | null {
  if (start > path.length) return at.found ?? null;
  const slash = path.indexOf('/', start);
  const end = slash < 0 ? path.length : slash;
  const child = at.children.get(path.slice(start, end));
  const below = (child && deepest(child, path, end + 1)) ?? (at.parameter && end > start ? deepest(at.parameter, path, end + 1) : null);
  return below ?? at.found ?? null;
}
