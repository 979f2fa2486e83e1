import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeySettings, type Seal, sealOf } from '@signalbox/cipher';
import type { ScopedUsage } from './usage.ts';

/** A journal larger than this is replaced by the sums that it leads to. */
const compactBytes = 10_000_000;

/** Usage that has not been reported yet, one JSON text per line, so that it survives a kill. Lines are encrypted with ENCRYPTION_KEY. */
export class Journal {
  /** Null if nothing is saved. */
  readonly #folder: string | null;
  readonly #seal: Seal;
  #writing: Promise<void> = Promise.resolve();
  #bytes = 0;

  constructor(settings: KeySettings) {
    this.#folder = settings.dataDir === '' ? null : join(settings.dataDir, 'relay');
    this.#seal = sealOf('relay', settings, 'saved usage');
  }

  /** True if the journal has grown far beyond its sums. */
  get isLarge(): boolean {
    return this.#bytes > compactBytes;
  }

  /** Reads what an earlier process has not reported. Counts lines that cannot be read: a kill may cut off the last. */
  async read(): Promise<{ readonly usage: readonly ScopedUsage[]; readonly unreadable: number }> {
    if (this.#folder === null) return { usage: [], unreadable: 0 };
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    this.#bytes = text.length;
    const lines = text.split('\n').filter((line) => line !== '');
    const usage = lines.flatMap((line) => this.#parsed(line) ?? []);
    return { usage, unreadable: lines.length - usage.length };
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
    const text = usage.map((each) => `${this.#seal.seal(JSON.stringify(each))}\n`).join('');
    this.#bytes += text.length;
    this.#writing = this.#writing.catch(() => undefined).then(() => write(text));
    return this.#writing;
  }

  #parsed(line: string): ScopedUsage | undefined {
    try {
      return JSON.parse(this.#seal.open(line)) as ScopedUsage;
    } catch {
      return undefined;
    }
  }
}
