import { printable } from '@signalbox/contracts/printable';

/** An output stream of the process. */
export interface Stream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Everything that a command may touch outside of its own memory. Tests replace it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean | undefined };
  readonly fetch: typeof fetch;
  /** Opens a page in the user's browser. Rejects if there is none. */
  openBrowser(url: string): Promise<void>;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** Colors of the command line itself. */
const colors = /(\u001b\[(?:1|22|31|32|33|35|39)m)/; // oxlint-disable-line no-control-regex

/** The stream, with control characters escaped if a user reads it: they may come from names, descriptions and messages of other users. */
export const shielded = (stream: Stream): Stream => ({
  isTTY: stream.isTTY,
  columns: stream.columns,
  write: (text) =>
    stream.write(
      stream.isTTY
        ? text
            .split(colors)
            .map((part, index) => (index % 2 ? part : printable(part)))
            .join('')
        : text,
    ),
});
