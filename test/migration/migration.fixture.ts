import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@signalbox/migration';
import { type Product, startProduct } from '../journeys/product.ts';
import type { Reference } from '../reference/start-reference.ts';

/** A new product that is migrated to. */
export interface Migration {
  readonly product: Product;
  /** Runs the command; returns its exit code and output. */
  run(...words: string[]): Promise<{ code: number; output: string }>;
  /** Follows the source until the signal is aborted, and collects the printed lines. Resolves to the exit code. */
  follow(lines: string[], stop: AbortSignal): Promise<number>;
  /** The report of the last comparison, as Markdown. */
  readReport(): Promise<string>;
  eventCount(): Promise<number>;
  close(): Promise<void>;
}

const settings = { LOGINS_PER_MINUTE: '1000', SDK_REQUESTS_PER_MINUTE: '1000000' };

/** Starts a product, and runs the command with it as target and these words as source. */
export async function startMigration({ url }: Reference, source: readonly string[], contexts = 100): Promise<Migration> {
  const folder = await mkdtemp(join(tmpdir(), 'migration-'));
  const product = await startProduct(settings);
  const report = join(folder, 'report');
  const target = ['--to', product.url, '--token', product.tokens.admin];
  const options = ['--url', url, '--report', report, '--contexts', String(contexts)];
  const start = (lines: string[], words: readonly string[], stop = new AbortController().signal) => {
    const print = (line: string) => void lines.push(line);
    return migrate(['from-unleash', ...source, ...target, ...options, ...words], { print, warn: print, env: {}, stop });
  };
  return {
    product,
    async run(...words) {
      const lines: string[] = [];
      const code = await start(lines, words);
      return { code, output: lines.join('\n') };
    },
    follow: (lines, stop) => start(lines, ['follow', '--interval', '1'], stop),
    readReport: () => readFile(`${report}.md`, 'utf8'),
    eventCount: async () => Number((await product.admin.get('/api/admin/events')).body.totalEvents),
    async close() {
      await product.close();
      await rm(folder, { recursive: true });
    },
  };
}
