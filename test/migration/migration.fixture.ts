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
  return {
    product,
    async run(...words) {
      const lines: string[] = [];
      const print = (line: string) => void lines.push(line);
      const target = ['--to', product.url, '--token', product.tokens.admin];
      const options = ['--url', url, '--report', report, '--contexts', String(contexts)];
      const code = await migrate(['from-unleash', ...source, ...target, ...options, ...words], { print, warn: print });
      return { code, output: lines.join('\n') };
    },
    readReport: () => readFile(`${report}.md`, 'utf8'),
    eventCount: async () => Number((await product.admin.get('/api/admin/events')).body.totalEvents),
    async close() {
      await product.close();
      await rm(folder, { recursive: true });
    },
  };
}
