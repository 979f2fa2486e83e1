import { dirname, join, normalize } from 'node:path';
import { locationOf, type SourceFile } from './source.ts';
import { only } from './tokens.ts';

type Files = ReadonlyMap<string, SourceFile>;

const reExport = /\bexport\s+(?:type\s+)?(\*|\{[^}]*\})\s*from\s*['"]( *)['"]/g;

/**
 * Exports of a package without a doc comment. Follows the re-exports of its entries. A name that is declared twice (a schema and its type)
 * needs one comment.
 */
export function undocumented(files: readonly SourceFile[], entries: readonly string[]): string[] {
  const known: Files = new Map(files.map((file) => [file.path, file]));
  return entries.flatMap((entry) => surfaceOf(known, entry, null)).sort();
}

function surfaceOf(files: Files, path: string, expected: ReadonlySet<string> | null): string[] {
  const file = files.get(path);
  if (!file) return [`${path}:1 is re-exported but does not exist`];
  const own = undocumentedIn(file, expected);
  const code = only(file.text, 'code');
  const others = [...code.matchAll(reExport)].flatMap((match) => {
    const end = match.index + match[0].length - 1;
    const specifier = file.text.slice(end - (match[2]?.length ?? 0), end);
    if (!specifier.startsWith('.')) return [];
    const names = match[1] === '*' ? expected : namesOf(match[1] ?? '', expected);
    return names?.size === 0 ? [] : surfaceOf(files, normalize(join(dirname(path), specifier)), names);
  });
  return [...own, ...others];
}

function namesOf(clause: string, expected: ReadonlySet<string> | null): Set<string> {
  const pairs = clause
    .slice(1, -1)
    .split(',')
    .map((part) => part.trim().replace(/^type\s+/, ''))
    .filter(Boolean)
    .map((part) => part.split(/\s+as\s+/));
  return new Set(pairs.filter(([name, as]) => expected === null || expected.has(as ?? name ?? '')).map(([name]) => name ?? ''));
}

const declaration = /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|class|interface|type|function\*?)\s+(\w+)/gm;

function undocumentedIn(file: SourceFile, expected: ReadonlySet<string> | null): string[] {
  const first = new Map<string, number>();
  const documented = new Set<string>();
  for (const match of only(file.text, 'code').matchAll(declaration)) {
    const name = match[1] ?? '';
    if (!first.has(name)) first.set(name, match.index);
    if (file.text.slice(0, match.index).trimEnd().endsWith('*/') || saysWhen(file.text.slice(match.index))) documented.add(name);
  }
  return [...first]
    .filter(([name]) => !documented.has(name) && (expected === null || expected.has(name)))
    .map(([name, index]) => `${locationOf(file, index)} ${name} has no doc comment`);
}

/** Event definitions have their description as data, for the generated page. */
const saysWhen = (text: string): boolean => /^export const \w+ = (?:define|plan)Event\([^;]*?\bwhen: ['"`]/.test(text);
