import { Failure } from '@signalbox/contracts';

const maxNesting = 50;

/**
 * Refuses the character NUL and lone surrogates, which databases and logs treat differently, numbers like 1e400, which JSON cannot write
 * again, and nesting that no route declares. Values in `apart` are checked elsewhere.
 */
export function refuseUnstorable(value: unknown, path: string[] = [], apart: ReadonlySet<unknown> = new Set()): void {
  if (typeof value === 'string') return refuseUnstorableText(value, path);
  if (value === Infinity || value === -Infinity) throw refused(path, 'a number that is too large');
  if (typeof value !== 'object' || value === null || apart.has(value)) return;
  if (path.length >= maxNesting) throw new Failure('ValidationError', `${path[0]} is nested more than ${maxNesting} levels deep`);
  for (const [key, item] of Object.entries(value)) {
    refuseUnstorableText(key, path);
    path.push(key);
    refuseUnstorable(item, path, apart);
    path.pop();
  }
}

function refuseUnstorableText(text: string, path: readonly string[]): void {
  const what = text.includes('\0') ? 'the character NUL' : text.isWellFormed() ? null : 'a lone surrogate';
  if (what !== null) throw refused(path, what);
}

function refused(path: readonly string[], what: string): Failure {
  const pointer = path.join('/').toWellFormed();
  return new Failure('ValidationError', `${pointer || 'the request'} contains ${what}, which cannot be stored`, { path: pointer });
}
