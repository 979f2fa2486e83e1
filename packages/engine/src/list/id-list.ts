/** Twice as many slots as values keep searches short. */
const slotsPerValue = 2;
const lineEnd = 10;

/**
 * A set of texts that needs less memory than a `Set`: the bytes of all values, and a hash table of their starts. A lookup takes
 * the same steps whatever the number of values.
 */
export class IdList {
  readonly #bytes: Buffer;
  /** Pairs of the start of a value, plus 1, and its hash, so that a search reads the bytes of hardly any other value. 0: an empty slot. */
  readonly #slots: Uint32Array;
  readonly #mask: number;
  #size = 0;

  private constructor(bytes: Buffer, count: number) {
    this.#bytes = bytes;
    const slots = 2 ** Math.ceil(Math.log2(Math.max(1, count) * slotsPerValue));
    this.#slots = new Uint32Array(slots * 2);
    this.#mask = slots - 1;
  }

  /** Creates a list from distinct values, each of which ends in a line feed. Yields to other work after every chunk. */
  static async from(chunks: readonly Buffer[], count: number, yieldToOthers: () => Promise<void>): Promise<IdList> {
    const list = new IdList(Buffer.concat(chunks), count);
    const { length } = list.#bytes;
    for (let start = 0; start < length; ) {
      start = list.#add(start);
      if (list.#size % valuesPerTurn === 0) await yieldToOthers();
    }
    return list;
  }

  /** Number of values. */
  get size(): number {
    return this.#size;
  }

  has(value: string): boolean {
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code > 127) return value.isWellFormed() && !value.includes('\n') && this.#has(bytesOf(value));
      if (code === lineEnd) return false;
    }
    return this.#has(value);
  }

  /** All values. */
  values(): string[] {
    const text = this.#bytes.toString('utf8');
    return text === '' ? [] : text.slice(0, -1).split('\n');
  }

  /** The bytes as `from` takes them, in chunks that end with a value. */
  *chunks(): IterableIterator<string> {
    for (let start = 0; start < this.#bytes.length; ) {
      const end = this.#bytes.indexOf(lineEnd, Math.min(start + bytesPerChunk, this.#bytes.length - 1)) + 1;
      yield this.#bytes.toString('utf8', start, end);
      start = end;
    }
  }

  /** Adds the value that starts there, and returns the start of the next one. */
  #add(start: number): number {
    let hash = basis;
    let end = start;
    for (let byte = this.#bytes[end]; byte !== lineEnd; byte = this.#bytes[end]) {
      hash = Math.imul(hash ^ (byte as number), prime);
      end += 1;
    }
    const key = mixed(hash);
    let slot = key & this.#mask;
    while (this.#slots[slot * 2] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[slot * 2] = start + 1;
    this.#slots[slot * 2 + 1] = key;
    this.#size += 1;
    return end + 1;
  }

  /** `value` has one character per byte. */
  #has(value: string): boolean {
    let hash = basis;
    for (let index = 0; index < value.length; index += 1) hash = Math.imul(hash ^ value.charCodeAt(index), prime);
    const key = mixed(hash);
    for (let slot = key & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const start = this.#slots[slot * 2] as number;
      if (start === 0) return false;
      if (this.#slots[slot * 2 + 1] === key && this.#equals(start - 1, value)) return true;
    }
  }

  #equals(start: number, value: string): boolean {
    const bytes = this.#bytes;
    if (bytes[start + value.length] !== lineEnd) return false;
    for (let index = 0; index < value.length; index += 1) if (bytes[start + index] !== value.charCodeAt(index)) return false;
    return true;
  }
}

const valuesPerTurn = 20_000;
const bytesPerChunk = 65_536;

const bytesOf = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');

// FNV-1a, mixed once more because neighboring ids differ only in their last digits.
const basis = -2_128_831_035;
const prime = 16_777_619;
function mixed(hash: number): number {
  const folded = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  return (folded ^ (folded >>> 13)) >>> 0;
}
