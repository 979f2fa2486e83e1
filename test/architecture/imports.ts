import { only } from './tokens.ts';

export interface Import {
  readonly specifier: string;
  /** True if type stripping removes the import. */
  readonly typesOnly: boolean;
  readonly index: number;
}

const statement = /\b(?:import|export)\b([^;'"()]*?)\bfrom\s*(['"])( *)\2/g;
const bare = /\bimport\s*\(?\s*(['"])( *)\1/g;

/** All imports of a file, including `import()` of a constant. */
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
  const expected = clause.trim();
  if (expected.startsWith('type ')) return true;
  const names = /^\{(.*)\}$/s
    .exec(expected)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return names !== undefined && names.every((name) => name.trim().startsWith('type '));
}

/** Package name in a specifier, `@scope/name` or `name`. Null for paths and Node's own modules. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return null;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
