/** Parts of a TypeScript file that rules distinguish. */
export type Part = 'code' | 'comment' | 'string' | 'pattern';

interface Token {
  readonly part: Part | 'tag' | 'text';
  readonly end: number;
}

/** Parts of JSX: a tag without its attributes, and the text between tags. */
const partOfJsx = { tag: 'code', text: 'string' } as const;

/** Something that is open at a position. A hole is one of a template, an element one of JSX. */
type Context = 'brace' | 'hole' | 'tag' | 'element';

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const text = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y;
/** A slash after a value is a division; elsewhere it begins a regular expression. */
const pattern = /(?<=(?:^|[-(,=:[!&|?{};+>]|\breturn|\bcase)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[dgimsuvy]*/y;
const template = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y;
/** Relies on the formatter, which puts a blank after "less than". Type parameters follow a name, or belong to an arrow function. */
const openingTag = /(?<![\w$)\]])<(?=[A-Za-z>])(?!const |[A-Z]\w*(?:,| (?:extends|=) |>\())[\w.-]*(?:<[^<>]+>)?/y;
const endOfTag = /\/?>/y;
const closingTag = /<\/[\w.-]*>/y;
const textOfElement = /[^<{]+/y;
/** Up to the next character that may begin another part, or open or close something. */
const plain = /[^'"`/{}<>]+|[\s\S]/y;

/** Parts that begin with a character. */
const partsAt: Readonly<Record<string, readonly (readonly [Part, RegExp])[]>> = {
  '/': [
    ['comment', comment],
    ['pattern', pattern],
  ],
  "'": [['string', text]],
  '"': [['string', text]],
};

function match(expression: RegExp, source: string, at: number): number | null {
  expression.lastIndex = at;
  return expression.test(source) ? expression.lastIndex : null;
}

/** Reads the token at `at`, and changes what is open. */
function tokenAt(source: string, at: number, open: Context[]): Token {
  const context = open.at(-1);
  const character = source[at] ?? '';
  if (character === '`' || (character === '}' && context === 'hole')) return templateAt(source, at, open);
  const found = tagAt(source, at, open) ?? (context === 'element' ? tokenOf('text', textOfElement, source, at) : undefined);
  if (found) return found;
  if (character === '{') open.push('brace');
  if (character === '}') open.pop();
  for (const [part, expression] of partsAt[character] ?? []) {
    const token = tokenOf(part, expression, source, at);
    if (token) return token;
  }
  return { part: 'code', end: match(plain, source, at) ?? at + 1 };
}

function tokenOf(part: Token['part'], expression: RegExp, source: string, at: number): Token | undefined {
  const end = match(expression, source, at);
  return end === null ? undefined : { part, end };
}

/** A template, or what follows one of its holes. */
function templateAt(source: string, at: number, open: Context[]): Token {
  if (source[at] === '}') open.pop();
  const end = match(template, source, at + 1) ?? source.length;
  if (source.slice(end - 2, end) === '${') open.push('hole');
  return { part: 'string', end };
}

/** The beginning or end of an opening tag, or a closing tag. */
function tagAt(source: string, at: number, open: Context[]): Token | undefined {
  const context = open.at(-1);
  if (context === 'tag') {
    const end = tokenOf('tag', endOfTag, source, at);
    if (end) open.splice(-1, 1, ...(source[at] === '/' ? [] : (['element'] as const)));
    return end;
  }
  const beginning = tokenOf('tag', openingTag, source, at);
  if (beginning) open.push('tag');
  const closing = context === 'element' ? tokenOf('tag', closingTag, source, at) : undefined;
  if (closing) open.pop();
  return beginning ?? closing;
}

/** Tokens by source. Dozens of rules read the same files. */
const known = new Map<string, readonly Token[]>();

function tokensOf(source: string): readonly Token[] {
  const found = known.get(source);
  if (found) return found;
  const open: Context[] = [];
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; at = tokens.at(-1)?.end ?? source.length) tokens.push(tokenAt(source, at, open));
  known.set(source, tokens);
  return tokens;
}

/** Returns the source with all other parts blanked. Positions and the delimiters of blanked parts stay the same. */
export function only(source: string, ...parts: readonly Part[]): string {
  let seen = '';
  let at = 0;
  for (const { part, end } of tokensOf(source)) {
    const chunk = source.slice(at, end);
    const seenAs = part === 'tag' || part === 'text' ? partOfJsx[part] : part;
    seen += parts.includes(seenAs) ? chunk : blank(chunk, part);
    at = end;
  }
  return seen;
}

function blank(chunk: string, part: Token['part']): string {
  if (part === 'tag') return chunk.replace(/[^<>\n]/g, ' ');
  const inside = (content: string) => content.replace(/[^\n]/g, ' ');
  return part === 'string' ? `${chunk[0]}${inside(chunk.slice(1, -1))}${chunk.slice(1).at(-1) ?? ''}` : inside(chunk);
}
