import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScopedUsage } from './usage.ts';

/** A journal larger than this is replaced by the sums that it leads to. */
const compactBytes = 10_000_000;

/** Usage that has not been reported yet, one JSON text per line, so that it survives a kill. Does nothing without a folder. */
export class Journal {
  readonly #folder: string | null;
  #writing: Promise<void> = Promise.resolve();
  #bytes = 0;

  constructor(dataDir: string) {
    this.#folder = dataDir === '' ? null : join(dataDir, 'relay');
  }

  /** True if the journal has grown far beyond its sums. */
  get isLarge(): boolean {
    return this.#bytes > compactBytes;
  }

  /** Reads what an earlier process has not reported. Skips a last line that a kill has cut off. */
  async read(): Promise<ScopedUsage[]> {
    if (this.#folder === null) return [];
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    this.#bytes = text.length;
    return text.split('\n').flatMap((line) => parsed(line));
  }

  append(usage: readonly ScopedUsage[]): Promise<void> {
    return this.#write(usage, (text) => appendFile(this.#file, text, { mode: 0o600 }));
  }

  /** Replaces everything. A kill leaves either the old or the new content. */
  replace(usage: readonly ScopedUsage[]): Promise<void> {
    this.#bytes = 0;
    return this.#write(usage, async (text) => {
      await writeFile(`${this.#file}.new`, text, { mode: 0o600 });
      await rename(`${this.#file}.new`, this.#file);
    });
  }

  get #file(): string {
    return join(this.#folder ?? '', 'usage.ndjson');
  }

  /** One write at a time, in the order of the calls. */
  #write(usage: readonly ScopedUsage[], write: (text: string) => Promise<void>): Promise<void> {
    if (this.#folder === null) return Promise.resolve();
    const text = usage.map((each) => `${JSON.stringify(each)}\n`).join('');
    this.#bytes += text.length;
    this.#writing = this.#writing.catch(() => undefined).then(() => write(text));
    return this.#writing;
  }
}

function parsed(line: string): ScopedUsage[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as ScopedUsage];
  } catch {
    return [];
  }
}
