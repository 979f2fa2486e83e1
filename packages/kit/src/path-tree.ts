interface Node<T> {
  readonly children: Map<string, Node<T>>;
  parameter?: Node<T>;
  value?: T;
}

const node = <T>(): Node<T> => ({ children: new Map() });

/** Value of a path, with the values of its parameters in order, as they were sent. */
export interface FoundPath<T> {
  readonly value: T;
  readonly values: readonly string[];
}

/**
 * Values by declared path, such as `/shops/:shopId`. A fixed segment takes precedence over a parameter. Segments are compared undecoded, so
 * a path has one spelling. A router that decoded them first could match a route for which no prefix was found here.
 */
export class PathTree<T> {
  readonly #root = node<T>();

  /** Throws if the path is declared already, regardless of parameter names. */
  add(path: string, value: T): void {
    const end = segmentsOf(path).reduce(stepOf, this.#root);
    if (end.value !== undefined) throw new Error(`${path} is declared twice`);
    end.value = value;
  }

  /** Returns the value of this path. A trailing slash is ignored. */
  find(path: string): FoundPath<T> | undefined {
    const values: string[] = [];
    const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
    const value = findBelow(this.#root, path.slice(0, end), 1, values);
    return value === undefined ? undefined : { value, values };
  }

  /** Returns the value of the longest declared prefix of this path. */
  findPrefix(path: string): T | undefined {
    return findDeepest(this.#root, path, 1);
  }
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

function stepOf<T>(at: Node<T>, segment: string): Node<T> {
  if (segment.startsWith(':')) return (at.parameter ??= node());
  const next = at.children.get(segment) ?? node();
  at.children.set(segment, next);
  return next;
}

function findBelow<T>(at: Node<T>, path: string, start: number, values: string[]): T | undefined {
  if (start > path.length) return at.value;
  const end = endOfSegment(path, start);
  const segment = path.slice(start, end);
  const child = at.children.get(segment);
  const found = child && findBelow(child, path, end + 1, values);
  if (found !== undefined || !at.parameter || end === start) return found;
  values.push(segment);
  const below = findBelow(at.parameter, path, end + 1, values);
  if (below === undefined) values.pop();
  return below;
}

function findDeepest<T>(at: Node<T>, path: string, start: number): T | undefined {
  if (start > path.length) return at.value;
  const end = endOfSegment(path, start);
  const child = at.children.get(path.slice(start, end));
  const below = child && findDeepest(child, path, end + 1);
  return below ?? (at.parameter && end > start ? findDeepest(at.parameter, path, end + 1) : undefined) ?? at.value;
}

function endOfSegment(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash < 0 ? path.length : slash;
}
