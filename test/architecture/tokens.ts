/** Parts of a TypeScript file that rules distinguish. */
export type Part = 'code' | 'comment' | 'string' | 'pattern';

interface Token {
  readonly part: Part;
  readonly end: number;
}

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const text = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y;
/** A slash after a value is a division; elsewhere it begins a regular expression. */
const pattern = /(?<=(?:^|[-(,=:[!&|?{};+>]|\breturn|\bcase)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[dgimsuvy]*/y;
const template = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y;
/** Up to the next character that may begin another part, or change the depth of a template. */
const plain = /[^'"`/{}]+|[\s\S]/y;

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

/** Reads the token at `at`. `holes` has the number of open braces for each enclosing template. */
function tokenAt(source: string, at: number, holes: number[]): Token {
  const inHole = holes.length > 0;
  const depth = holes.at(-1) ?? 0;
  const character = source[at] ?? '';
  if (character === '`' || (character === '}' && inHole && depth === 0)) {
    if (character === '}') holes.pop();
    const end = match(template, source, at + 1) ?? source.length;
    if (source.slice(end - 2, end) === '${') holes.push(0);
    return { part: 'string', end };
  }
  if (inHole && character === '{') holes[holes.length - 1] = depth + 1;
  if (inHole && character === '}') holes[holes.length - 1] = depth - 1;
  for (const [part, expression] of partsAt[character] ?? []) {
    const end = match(expression, source, at);
    if (end !== null) return { part, end };
  }
  return { part: 'code', end: match(plain, source, at) ?? at + 1 };
}

/** Tokens by source. Dozens of rules read the same files. */
const known = new Map<string, readonly Token[]>();

function tokensOf(source: string): readonly Token[] {
  const found = known.get(source);
  if (found) return found;
  const holes: number[] = [];
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; at = tokens.at(-1)?.end ?? source.length) tokens.push(tokenAt(source, at, holes));
  known.set(source, tokens);
  return tokens;
}

/** Returns the source with all other parts blanked. Positions and the delimiters of blanked parts stay the same. */
export function only(source: string, ...parts: readonly Part[]): string {
  let seen = '';
  let at = 0;
  for (const { part, end } of tokensOf(source)) {
    const chunk = source.slice(at, end);
    seen += parts.includes(part) ? chunk : blank(chunk, part);
    at = end;
  }
  return seen;
}

function blank(chunk: string, part: Part): string {
  const inside = (content: string) => content.replace(/[^\n]/g, ' ');
  return part === 'string' ? `${chunk[0]}${inside(chunk.slice(1, -1))}${chunk.slice(1).at(-1) ?? ''}` : inside(chunk);
}
