import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Seal, sealOf } from '@signalbox/cipher';
import { dayMs, type OpenParts } from '@signalbox/kit';

const yearMs = 365 * dayMs;

/**
 * A text that outlives the process. It is written to a file and to the cache: the cache serves a process that starts on
 * another machine, and the file serves one that starts while the cache is down. Cache writes may fail silently. A process
 * without a data directory saves nothing. With ENCRYPTION_KEY, the text is encrypted.
 */
export class SavedSnapshot {
  readonly #parts: OpenParts;
  readonly #name: string;
  readonly #folder: string;
  readonly #seal: Seal;

  constructor(parts: OpenParts, name: string) {
    this.#parts = parts;
    this.#name = name;
    this.#folder = join(parts.dataDir, 'delivery');
    this.#seal = sealOf('delivery', parts.settings, `saved ${name}`);
  }

  async save(text: string): Promise<void> {
    if (this.#parts.dataDir === '') return;
    // Encoded once: it may be tens of megabytes.
    const stamped = Buffer.from(`${this.#parts.now().getTime()}\n${this.#seal.seal(text)}`);
    await this.#parts.cache.set(this.#key, stamped, yearMs);
    await this.#write(stamped);
  }

  /** Passes saved texts to `take`, newest first, until it accepts one. Logs those that it rejects. */
  async restore(take: (text: string) => Promise<void> | void): Promise<boolean> {
    if (this.#parts.dataDir === '') return false;
    const found = await Promise.all([this.#read(), this.#parts.cache.get(this.#key)]);
    const stamped = found.flatMap((bytes) => (bytes ? [split(bytes.toString('utf8'))] : []));
    for (const { text } of stamped.sort((left, right) => right.savedAt - left.savedAt)) {
      try {
        await take(this.#seal.open(text));
        return true;
      } catch (error) {
        this.#parts.warn(`could not use the saved ${this.#name}`, error);
      }
    }
    return false;
  }

  get #key(): string {
    return `delivery:${this.#name}`;
  }

  get #file(): string {
    return join(this.#folder, this.#name);
  }

  async #read(): Promise<Buffer | null> {
    try {
      return await readFile(this.#file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#parts.warn(`could not read the saved ${this.#name}`, error);
      return null;
    }
  }

  /** Writes to a temporary file first, so that a crash leaves either the old or the new file. */
  async #write(text: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const draft = `${this.#file}.${this.#parts.id()}`;
    try {
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, this.#file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}

function split(stamped: string): { savedAt: number; text: string } {
  const end = stamped.indexOf('\n');
  return { savedAt: Number(stamped.slice(0, end)) || 0, text: stamped.slice(end + 1) };
}
