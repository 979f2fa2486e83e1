/** Chunks of a text with gaps between them, stored in one string: fetching scattered strings would take longer than copying. */
export class Template {
  readonly #text: string;
  readonly #ends: readonly number[];

  constructor(chunks: readonly string[]) {
    this.#text = chunks.join('');
    let end = 0;
    this.#ends = chunks.map(({ length }) => (end += length));
  }

  get length(): number {
    return this.#text.length;
  }

  chunks(): Chunks {
    return new Chunks(this.#text, this.#ends);
  }
}

/** Iterates over the chunks of a template. */
export class Chunks {
  readonly #text: string;
  readonly #ends: readonly number[];
  #index = 0;
  #start = 0;

  constructor(text: string, ends: readonly number[]) {
    this.#text = text;
    this.#ends = ends;
  }

  next(): string {
    const start = this.#start;
    this.#start = this.#ends[this.#index] ?? start;
    this.#index += 1;
    return this.#text.slice(start, this.#start);
  }
}

/** An object as JSON, up to the value of one more member. */
export const upTo = (member: string, before: object): string => `${JSON.stringify(before).slice(0, -1)},"${member}":`;
