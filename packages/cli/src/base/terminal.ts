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
