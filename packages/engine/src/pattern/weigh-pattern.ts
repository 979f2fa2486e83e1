// Upper bound of a pattern's program size, computed from its text. RE2JS reports the size only after compiling, and ten characters can
// produce a million instructions.

const quoted = String.raw`\\Q(.*?)(?:\\E|$)`;
const escaped = String.raw`\\[pP]\{\^?\w*\}|\\[pP].|\\x\{\w*\}|\\.`;
const bracketed = String.raw`\[\^?\]?(?:\[:\^?\w*:\]|\\.|[^\]\\])*\]?`;
const opening = String.raw`\((?:\?(?:P?<\w*>|[A-Za-z-]*[:)]))?`;
const counted = String.raw`\{(0|[1-9]\d*)(?:,(0|[1-9]\d*|))?\}`;
/** A part of several characters: a quoted, escaped or bracketed text counts as one, whatever its length. */
const part = new RegExp(`${quoted}|${counted}|${escaped}|${bracketed}|${opening}`, 'suy');

/** Cost of one Unicode class, in instructions. A class has up to seven hundred ranges. */
const unicodeClass = 32;
/** Number of characters of a range whose other case is looked up in the time of one instruction. */
const foldedAtOnce = 64;
/** Last code point with another case. */
const lastFolded = 0x1e943;

/**
 * Returns at least the number of instructions that RE2JS generates for the pattern, plus the cost of its classes. Invalid patterns have a
 * weight too, because RE2JS reads them up to the error.
 */
export function weighPattern(pattern: string, caseInsensitive: boolean): number {
  const folds = caseInsensitive || /\(\?[A-Za-z-]*i/.test(pattern);
  const classes = unicodeClass * (pattern.match(/\\p/gi)?.length ?? 0);
  return unfoldedSize(pattern) + classes + (folds ? Math.ceil(foldedCharacters(pattern) / foldedAtOnce) : 0);
}

function unfoldedSize(pattern: string): number {
  const unfolded = new Unfolded();
  for (let index = 0; index < pattern.length; ) {
    part.lastIndex = index;
    const found = '\\[({'.includes(pattern.charAt(index)) ? part.exec(pattern) : null;
    if (found) unfolded.takePart(found);
    else unfolded.takeCharacter(pattern.charAt(index));
    index += found?.[0].length ?? 1;
  }
  return unfolded.size;
}

/** Counts the instructions of a pattern from its parts. */
class Unfolded {
  /** Instructions of each group around the open one. */
  readonly #outer: number[] = [];
  #size = 0;
  /** Instructions of the last part, which a quantifier would repeat. */
  #last = 0;

  /** Includes the instructions `fail` and `match`. An empty pattern has one no-op. */
  get size(): number {
    return this.#outer.reduce((sum, size) => sum + Math.max(size, 1), Math.max(this.#size, 1)) + 2;
  }

  takeCharacter(character: string): void {
    if (character === ')') this.#close();
    else if (character === '|')
      this.#put(2, 0); // A branch, and a no-op if an alternative is empty.
    else if (character === '*') this.#put(2, this.#last + 2);
    else if (character === '+' || character === '?') this.#put(1, this.#last + 1);
    else this.#put(1, 1);
  }

  takePart([text, quote, min, max]: RegExpExecArray): void {
    if (min !== undefined) this.#repeat(Number(min), Number((max ?? min) || 'Infinity'));
    else if (quote !== undefined) this.#takeAll(quote.length);
    else if (!text.startsWith('(')) this.#put(1, 1);
    else if (!text.endsWith(')')) this.#open(); // `(?i)` opens no group.
  }

  /** A quantifier repeats only the last character. After empty quotes it repeats the part before them. */
  #takeAll(characters: number): void {
    if (characters > 0) this.#put(characters, 1);
  }

  /** Repeats the last part. Each optional copy takes one more instruction, and a loop two. */
  #repeat(min: number, max: number): void {
    const loops = max === Number.POSITIVE_INFINITY;
    const unfolded = loops ? this.#last * Math.max(min, 1) + 2 : this.#last * Math.max(min, max) + Math.max(max - min, 0);
    this.#put(Math.max(unfolded, 1) - this.#last, Math.max(unfolded, 1));
  }

  #open(): void {
    this.#outer.push(this.#size);
    this.#size = 0;
    this.#last = 0;
  }

  #close(): void {
    const inner = Math.max(this.#size, 1) + 2;
    this.#size = this.#outer.pop() ?? 0;
    this.#put(inner, inner);
  }

  #put(more: number, last: number): void {
    this.#size += more;
    this.#last = last;
  }
}

const character = String.raw`\\x\{([0-9A-Fa-f]+)\}|[^]`;
const hyphen = new RegExp(`(?<=(${character}))-(?=(${character}))`, 'gu');

/** Number of characters between the ends of ranges. Everything with a hyphen counts, within brackets or not. */
function foldedCharacters(pattern: string): number {
  let sum = 0;
  for (const [, before, beforeHex, behind, behindHex] of pattern.matchAll(hyphen)) {
    sum += Math.min(Math.abs(codeOf(behind, behindHex) - codeOf(before, beforeHex)), lastFolded);
  }
  return sum;
}

function codeOf(text: string | undefined, hexadecimal: string | undefined): number {
  return hexadecimal === undefined ? (text?.codePointAt(0) ?? 0) : Number.parseInt(hexadecimal, 16);
}
