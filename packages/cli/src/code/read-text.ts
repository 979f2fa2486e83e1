import type { Facts, FileReference, Position } from './facts.ts';
import { certaintyOf, namesSdk } from './sdk-calls.ts';

/** An occurrence of a flag's name or of a method, at a character of the text. */
export interface Occurrence {
  readonly word: string;
  readonly start: number;
  readonly isName: boolean;
}

/** Counts lines and columns of a text. */
export function positionsOf(text: string): (at: number) => Position {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (at) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - (starts[low] as number) + 1 };
  };
}

/** Method, type arguments, an optional context as the first argument, then a literal or a constant. */
const callPattern =
  /(\w+[?!]?)(?:<[\w<>, ]*>|::<[\w<>, ]*>)?(?:\s*\(\s*|[ \t]+)(?:(?:ctx|context|cx|c|r\.Context\(\)|context\.\w+\(\)|ctx\.\w+\(\))\s*,\s*)?(?:\w+\s*(?::(?!:)|=)\s*)?(?:["'`]([^"'`\\\n]{1,100})["'`]|:(\w+)|((?:[A-Za-z_]\w*(?:\.|::|->))*[A-Za-z_]\w*))/y;

const comment = /^\s*(?:\/\/|#(?!\[)|\*|\/\*|--|<!--)/;

/** Reads facts of languages other than TypeScript and JavaScript, by the patterns of calls and constants. */
export function readText(path: string, text: string, occurrences: readonly Occurrence[]): Facts {
  const positionOf = positionsOf(text);
  const isSdkNamed = namesSdk.test(text);
  const references = new Map<number, FileReference>();
  const [calls, computed]: [Facts['calls'][number][], Facts['computed'][number][]] = [[], []];
  for (const { start, isName } of occurrences) {
    if (isName || /\w/.test(text[start - 1] ?? '') || comment.test(lineAt(text, start))) continue;
    callPattern.lastIndex = start;
    const [matched = '', symbol = '', literal, ruby, constant] = callPattern.exec(text) ?? [];
    const certainty = certaintyOf(symbol);
    if (certainty === undefined) continue;
    const isCertain = certainty === 'distinct' || isSdkNamed;
    const name = literal ?? ruby;
    if (name !== undefined) {
      const at = start + matched.lastIndexOf(name);
      references.set(at, { name, kind: 'evaluation', symbol, isCertain, ...positionOf(at) });
    } else if (constant !== undefined && /[A-Z]/.test(constant))
      calls.push({ symbol, member: [constantIn(constant)], isCertain, ...positionOf(start) });
    else if (constant !== undefined && isCertain) computed.push({ symbol, isCertain, ...positionOf(start) });
  }
  const rest = occurrences.filter(({ isName, start }) => isName && !references.has(start));
  const symbolOf = path.endsWith('.go') ? goSymbolAt : symbolAt;
  const named = rest
    .filter(({ word, start }) => isMention(text, word, start))
    .map(({ word, start }) => ({ ...nameAt(text, word, beforeOf(text, start), symbolOf(text, start)), ...positionOf(start) }));
  return { references: [...references.values(), ...named], calls, computed };
}

const lineAt = (text: string, at: number): string => {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end === -1 ? text.length : end);
};

const constantPattern = /(?:^|[^\w])([A-Za-z_]\w*)(?:\s*:\s*&?(?:'static\s+)?[\w.]+)?\s*(?:=|:=|\()\s*["'`]$/;
const declaration = /\b(?:const|constexpr|static|final|val|readonly|define|let|var)\b/;

const beforeOf = (text: string, at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1, at);

/** The constant that a line declares before a text, if any. */
function symbolAt(text: string, at: number): string | undefined {
  const before = beforeOf(text, at);
  const [, symbol] = constantPattern.exec(before) ?? [];
  return symbol !== undefined && (declaration.test(before) || /^[A-Z][A-Z0-9_]+$/.test(symbol)) ? symbol : undefined;
}

/** Go has the type of a constant after its name, and lists of constants: `const ( Banner Flag = "banner" )`. */
function goSymbolAt(text: string, at: number): string | undefined {
  const [, keyword, symbol] = /^\s*(const\s+|var\s+)?([A-Za-z_]\w*)(?:\s+[\w.]+)?\s*=\s*["`]$/.exec(beforeOf(text, at)) ?? [];
  const list = Math.max(text.lastIndexOf('const (', at), text.lastIndexOf('var (', at));
  const isInList = list !== -1 && !/^\)/m.test(text.slice(list, at));
  return keyword !== undefined || isInList ? symbol : undefined;
}

/** The constant in a chain such as `Flags.BANNER` or `Flags.BANNER.value`. */
function constantIn(chain: string): string {
  const names = chain.split(/\.|::|->/);
  return names.findLast((name) => /^[A-Z]/.test(name)) ?? (names.at(-1) as string);
}

/** A constant, a document of the server, or a mention. `before` is the line up to the name. */
function nameAt(text: string, name: string, before: string, symbol: string | undefined): Omit<FileReference, keyof Position> {
  if (symbol !== undefined && !comment.test(before)) return { name, kind: 'definition', symbol };
  return { name, kind: /\bname:\s*["']?$/.test(before) && text.includes('signalbox.dev/v1') ? 'definition' : 'mention' };
}

const quotes = /["'`]/;

/** Names like `checkout` are ordinary words, so they count only between quotes. Others, like `new-checkout`, count as words of their own. */
export function isMention(text: string, name: string, start: number): boolean {
  const [before = '', after = ''] = [text[start - 1], text[start + name.length]];
  if (quotes.test(before) && quotes.test(after)) return true;
  const isDistinct = name.length >= 5 && /[-_.~\d]|[a-z][A-Z]/.test(name);
  return isDistinct && !/[\w~/.-]/.test(before) && !/[\w~/-]/.test(after) && !/^\.\w/.test(text.slice(start + name.length));
}
