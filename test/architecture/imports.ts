import { only } from './tokens.ts';

/** One import, or one export from elsewhere. */
export interface Import {
  readonly specifier: string;
  /** It vanishes when the types are stripped. */
  readonly typesOnly: boolean;
  readonly index: number;
}

const statement = /\b(?:import|export)\b([^;'"()]*?)\bfrom\s*(['"])( *)\2/g;
const bare = /\bimport\s*\(?\s*(['"])( *)\1/g;

/** Everything that a file imports, `import()` of a constant included. */
export function importsOf(source: string): Import[] {
  const code = only(source, 'code');
  const found = [...code.matchAll(statement)].map((match) => at(source, match, onlyTypes(match[1] ?? '')));
  const others = [...code.matchAll(bare)].map((match) => at(source, match, false));
  return [...found, ...others].sort((one, other) => one.index - other.index);
}

function at(source: string, match: RegExpExecArray, typesOnly: boolean): Import {
  const end = match.index + match[0].length - 1;
  const length = (match[3] ?? match[2] ?? '').length;
  return { specifier: source.slice(end - length, end), typesOnly, index: match.index };
}

function onlyTypes(clause: string): boolean {
  const wanted = clause.trim();
  if (wanted.startsWith('type ')) return true;
  const names = /^\{(.*)\}$/s
    .exec(wanted)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return names !== undefined && names.every((name) => name.trim().startsWith('type '));
}

/** `@scope/name` or `name` of a specifier that is no path; null for paths and what Node brings. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return null;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
