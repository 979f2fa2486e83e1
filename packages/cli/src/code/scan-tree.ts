import { type FactsCache, hashOf } from './facts-cache.ts';
import type { CallRules, ComputedCall, Facts, FileReference, ReferenceKind } from './facts.ts';
import { type FoundWord, wordFinder } from './find-words.ts';
import type { Linker } from './link-names.ts';
import { type Occurrence, readText } from './read-text.ts';
import { isScript, isTest, methodSpellings } from './sdk-calls.ts';
import type { Tree, TreeFile } from './tree.ts';

/** A use of a flag's name in code, as the server stores it. */
export interface CodeReference {
  readonly feature: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly kind: ReferenceKind;
  readonly symbol?: string;
}

/** A call whose name is computed. */
type ComputedReference = Omit<ComputedCall, 'isCertain'> & { readonly path: string };

/** The result of a scan. Paths are sorted. */
export interface ScannedTree {
  /** References to flags that the server knows. */
  readonly references: readonly CodeReference[];
  /** Evaluations of flags that it does not know, outside of tests. */
  readonly unknown: readonly CodeReference[];
  readonly computed: readonly ComputedReference[];
  readonly skipped: { readonly binary: readonly string[]; readonly large: readonly string[] };
  readonly files: number;
}

interface ScanInput {
  readonly root: string;
  readonly tree: Tree;
  readonly names: readonly string[];
  readonly rules: CallRules;
  readonly cache: FactsCache;
}

const noFacts: Facts = { references: [], calls: [], computed: [] };
/** Larger files are generated. */
const maxBytes = 1 << 20;

/** Reads each content once, unless the cache has its facts. Then resolves constants across files. */
export async function scanTree(input: ScanInput): Promise<ScannedTree> {
  const { tree, names, cache } = input;
  const files = [...tree.values()];
  const key = hashOf(files.map(({ path, blob }) => `${blob} ${path}`).join('\0'));
  const known = cache.findResult(key);
  if (known) return known as ScannedTree;
  const skipped = { binary: [] as string[], large: [] as string[] };
  const read = openReader(input, skipped);
  const facts = new Map<string, Facts>();
  for (const file of files) {
    const of = await read(file);
    if (of !== noFacts) facts.set(file.path, of);
  }
  const linked = await linkFacts(input, facts);
  const { found } = linked;
  const isKnown = new Set(names);
  const references = found.filter(({ name }) => isKnown.has(name)).map(referenceOf);
  const chains = chainsOf(references);
  const computed = linked.computed.flatMap(({ isCertain, ...call }) => (isCertain || chains.has(call.symbol) ? [call] : []));
  const unknown = found.filter(({ name, path, isCertain }) => isCertain && !isKnown.has(name) && !isTest(path)).map(referenceOf);
  const scanned = { references, unknown, computed, skipped, files: files.length };
  cache.addResult(key, scanned);
  return scanned;
}

/** Chains such as `client.isEnabled` that evaluate a flag somewhere. */
export const chainsOf = (references: readonly CodeReference[]): ReadonlySet<string> =>
  new Set(references.flatMap(({ symbol }) => symbol ?? []));

type FoundReference = FileReference & { readonly path: string };

const referenceOf = ({ name, path, line, column, kind, symbol }: FoundReference): CodeReference => ({
  feature: name,
  path,
  line,
  column,
  kind: isTest(path) ? 'test' : kind,
  ...(symbol !== undefined && { symbol }),
});

/** Reads the facts of files. The compiler is loaded for the first script that is not in the cache. */
function openReader({ names, rules, cache }: ScanInput, skipped: { readonly binary: string[]; readonly large: string[] }) {
  const declared = rules.declared.map((chain) => chain.slice(chain.lastIndexOf('.') + 1));
  const words = [...names, ...new Set([...methodSpellings, ...declared])];
  const find = wordFinder(words);
  const languageOf = (path: string): string => (isScript(path) || path.endsWith('.go') ? path.slice(path.lastIndexOf('.')) : 'text');
  const keyOf = ({ path, blob }: TreeFile): string => `${blob}${languageOf(path)}`;
  return async (file: TreeFile): Promise<Facts> => {
    const key = keyOf(file);
    const cached = cache.find(key);
    if (cached) return cached;
    const content = file.read();
    if (content === undefined) return noFacts;
    if (content.length > maxBytes) return skip(skipped.large, file);
    const found = find(content);
    if (content.subarray(0, 8000).includes(0)) return skip(skipped.binary, file);
    if (found.length === 0) return noFacts;
    const occurrences = occurrencesOf(content, found, words, names.length);
    const text = content.toString();
    const facts = isScript(file.path)
      ? (await import('./read-script.ts')).readScript(file.path, text, occurrences, rules)
      : readText(file.path, text, occurrences);
    cache.add(key, facts);
    return facts;
  };
}

function skip(list: string[], { path }: TreeFile): Facts {
  list.push(path);
  return noFacts;
}

/** Occurrences by character instead of byte. */
function occurrencesOf(content: Buffer, found: readonly FoundWord[], words: readonly string[], names: number): readonly Occurrence[] {
  let [byte, character] = [0, 0];
  return found
    .toSorted((one, other) => one.start - other.start)
    .map(({ word, start }) => {
      character += content.toString('utf8', byte, start).length;
      byte = start;
      return { word: words[word] as string, start: character, isName: word < names };
    });
}

/** Resolves calls whose name is a constant of another file. */
async function linkFacts({ root, tree }: ScanInput, facts: ReadonlyMap<string, Facts>) {
  const constants = constantsOf(facts);
  const hasImports = [...facts.values()].some(({ calls }) => calls.some(({ from }) => from !== undefined));
  const link: Linker = hasImports ? (await import('./link-names.ts')).openLinker(root, tree) : () => undefined;
  const found: FoundReference[] = [];
  const computed: (ComputedCall & { readonly path: string })[] = [];
  for (const [path, of] of facts) {
    const inFile: FoundReference[] = of.references.map((reference) => ({ ...reference, path }));
    computed.push(...of.computed.map((call) => ({ ...call, path })));
    for (const call of of.calls) {
      const { from, member, symbol, isCertain, line, column } = call;
      const name = from === undefined ? constants.get(constantKey(path, member[0] ?? '')) : link(path, from, member)?.name;
      if (typeof name === 'string') inFile.push({ name, kind: 'evaluation', symbol, isCertain, line, column, path });
      else if (isCertain || from !== undefined) computed.push({ symbol, isCertain, line, column, path });
    }
    found.push(...inFile.toSorted((one, other) => one.line - other.line || one.column - other.column));
  }
  return { found, computed };
}

const constantKey = (path: string, symbol: string): string => `${path.slice(path.lastIndexOf('.'))} ${symbol}`;

/** Names of constants by language and symbol; null if one symbol has several. */
function constantsOf(facts: ReadonlyMap<string, Facts>): ReadonlyMap<string, string | null> {
  const constants = new Map<string, string | null>();
  for (const [path, { references }] of facts)
    for (const { kind, symbol, name } of references) {
      if (kind !== 'definition' || symbol === undefined) continue;
      const key = constantKey(path, symbol);
      constants.set(key, constants.has(key) && constants.get(key) !== name ? null : name);
    }
  return constants;
}
