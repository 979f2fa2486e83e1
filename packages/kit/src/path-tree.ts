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
    const value = search(this.#root, path.slice(0, end), 1, values);
    return value === undefined ? undefined : { value, values };
  }

  /** Returns the value of the longest declared prefix of this path. */
  findPrefix(path: string): T | undefined {
    return search(this.#root, path, 1, [], true);
  }
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

function stepOf<T>(at: Node<T>, segment: string): Node<T> {
  if (segment.startsWith(':')) return (at.parameter ??= node());
  const next = at.children.get(segment) ?? node();
  at.children.set(segment, next);
  return next;
}

/** Fixed segments take precedence. With `isPrefix`, the longest declared prefix is enough. Collects the values of parameters. */
function search<T>(at: Node<T>, path: string, start: number, values: string[], isPrefix = false): T | undefined {
  if (start > path.length) return at.value;
  const slash = path.indexOf('/', start);
  const end = slash < 0 ? path.length : slash;
  const segment = path.slice(start, end);
  const child = at.children.get(segment);
  const found = child && search(child, path, end + 1, values, isPrefix);
  if (found !== undefined) return found;
  if (at.parameter && end > start) {
    values.push(segment);
    const below = search(at.parameter, path, end + 1, values, isPrefix);
    if (below !== undefined) return below;
    values.pop();
  }
  return isPrefix ? at.value : undefined;
}
