import { isUtf8 } from 'node:buffer';
import { Failure } from '@signalbox/contracts';
import { yieldToOthers } from '@signalbox/kit';

export const lineFeed = 10;
const [space, comma, quote] = [...Buffer.from(' ,"')] as [number, number, number];
const deleteCharacter = 127;
const maxLength = 1000;
/** Reading a megabyte takes about 5 ms. */
const bytesPerTurn = 2 ** 20;

/** A column of a CSV file, which has a header. Absent: the first one. */
export interface CsvFormat {
  readonly column?: string | undefined;
}

/** Ids as lines, in the bytes that contained them. */
export interface IdLines {
  /** Each id ends in a line feed. */
  readonly bytes: Buffer;
  readonly count: number;
}

/**
 * Reads one id per line, or one column of a CSV file (RFC 4180), without blanks at both ends and empty ids. `bytes` must end in a line feed.
 * Overwrites them, because a copy of a million ids would double their memory. Throws 400 for bytes that are no text, or for an id that is
 * too long.
 */
export async function readIds(bytes: Buffer, csv?: CsvFormat): Promise<IdLines> {
  if (!isUtf8(bytes)) throw unreadable('must be UTF-8');
  const reader = new Reader(bytes);
  const column = csv ? reader.header(csv.column) : 0;
  for (let turn = reader.position; !reader.ended; ) {
    if (csv) reader.row(column);
    else reader.line();
    if (reader.position - turn < bytesPerTurn) continue;
    turn = reader.position;
    await yieldToOthers();
  }
  return reader.ids();
}

/** Reads at `position` and writes ids before it. */
class Reader {
  position: number;
  readonly #bytes: Buffer;
  #written = 0;
  #count = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.position = bytes.subarray(0, 3).equals(Buffer.from('\ufeff')) ? 3 : 0;
  }

  get ended(): boolean {
    return this.position >= this.#bytes.length;
  }

  ids(): IdLines {
    return { bytes: this.#bytes.subarray(0, this.#written), count: this.#count };
  }

  line(): void {
    const end = this.#bytes.indexOf(lineFeed, this.position);
    this.#take(this.position, end);
    this.position = end + 1;
  }

  /** The number of the column. Throws 400 if there is none of that name. */
  header(column: string | undefined): number {
    const names: string[] = [];
    this.#fields((start, end) => void names.push(this.#bytes.toString('utf8', start, end).trim()));
    const found = column === undefined ? 0 : names.indexOf(column);
    if (found < 0) throw unreadable(`must have a column ${column}; got ${names.join(', ').slice(0, 200)}`);
    return found;
  }

  row(column: number): void {
    this.#fields((start, end, index) => {
      if (index === column) this.#take(start, end);
    });
  }

  /** Reads one row, and passes each field with its bounds. */
  #fields(take: (start: number, end: number, index: number) => void): void {
    const bytes = this.#bytes;
    for (let index = 0; ; index += 1) {
      const isQuoted = bytes[this.position] === quote;
      const start = this.position;
      const end = isQuoted ? this.#unquote() : this.#fieldEnd();
      take(start, end, index);
      this.position += 1;
      if (bytes[this.position - 1] === lineFeed || this.ended) return;
    }
  }

  /** Moves to the separator. */
  #fieldEnd(): number {
    while (this.#bytes[this.position] !== comma && this.#bytes[this.position] !== lineFeed) this.position += 1;
    return this.position;
  }

  /** Moves to the separator, and writes the field without quotes from its start on. Returns its end. */
  #unquote(): number {
    const bytes = this.#bytes;
    let end = this.position;
    for (this.position += 1; ; this.position += 1) {
      if (this.ended) throw unreadable('must close each quote');
      if (bytes[this.position] === quote) {
        if (bytes[this.position + 1] !== quote) break;
        this.position += 1;
      }
      bytes[end] = bytes[this.position] as number;
      end += 1;
    }
    this.position += 1;
    this.#fieldEnd();
    return end;
  }

  #take(from: number, to: number): void {
    const bytes = this.#bytes;
    let [start, end] = [from, to];
    while (start < end && (bytes[start] as number) <= space) start += 1;
    while (start < end && (bytes[end - 1] as number) <= space) end -= 1;
    if (start === end) return;
    if (end - start > maxLength)
      throw unreadable(`must contain ids of at most ${maxLength} bytes; id ${this.#count + 1} has ${end - start}`);
    for (let index = start; index < end; index += 1) {
      const byte = bytes[index] as number;
      if (byte < space || byte === deleteCharacter) throw unreadable(`must contain no control characters; id ${this.#count + 1} has one`);
      bytes[this.#written] = byte;
      this.#written += 1;
    }
    bytes[this.#written] = lineFeed;
    this.#written += 1;
    this.#count += 1;
  }
}

const unreadable = (problem: string): Failure => new Failure('BadDataError', `The list ${problem}.`, { path: '' });
