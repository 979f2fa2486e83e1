const lineFeed = 10;
/** The id of an event is within its first bytes, before its data. */
const headBytes = 200;

/** Finds the ids of complete events in an event stream without keeping their data, so that thousands of streams cost little to read. */
export class EventReader {
  readonly #complete: (id: number) => void;
  #head = '';
  #id: number | undefined;
  #endsLine = false;

  constructor(complete: (id: number) => void) {
    this.#complete = complete;
  }

  read(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const end = this.#endOf(chunk, from);
      const headEnd = Math.min(from + headBytes, end === -1 ? chunk.length : end);
      if (this.#id === undefined) this.#readHead(chunk.toString('latin1', from, headEnd));
      if (end === -1) break;
      if (this.#id !== undefined) this.#complete(this.#id);
      this.#id = undefined;
      this.#head = '';
      this.#endsLine = false;
      from = end;
    }
    this.#endsLine = chunk.at(-1) === lineFeed;
  }

  #readHead(text: string): void {
    this.#head = (this.#head + text).slice(-headBytes);
    const found = /^id: (\d+)\n/m.exec(this.#head);
    if (found) this.#id = Number(found[1]);
  }

  /** Index after the blank line that ends the event, which may be divided between two chunks; -1 if it has not arrived. */
  #endOf(chunk: Buffer, from: number): number {
    if (from === 0 && this.#endsLine && chunk[0] === lineFeed) return 1;
    const found = chunk.indexOf('\n\n', from);
    return found === -1 ? -1 : found + 2;
  }
}
