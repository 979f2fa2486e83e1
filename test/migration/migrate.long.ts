import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@signalbox/migration';
import { type Product, startProduct } from '../journeys/product.ts';
import { type Reference, startReference } from '../reference/start-reference.ts';
import { fillReference, type Filled } from './fill-reference.ts';

const contexts = '100';

for (const version of ['8.2.0']) {
  describe(`migrating from unleash-server ${version}`, function () {
    this.timeout(300_000);
    let reference: Reference;
    let filled: Filled;
    let product: Product;
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'migration-'));
      reference = await startReference(version);
      filled = await fillReference(reference);
      product = await startProduct({ LOGINS_PER_MINUTE: '1000', SDK_REQUESTS_PER_MINUTE: '1000000' });
    });
    after(async () => {
      await product?.close();
      await reference?.close();
      await rm(folder, { recursive: true });
    });

    /** Runs the command; returns its exit code and output. */
    const run = async (...words: string[]) => {
      const lines: string[] = [];
      const print = (line: string) => void lines.push(line);
      const source = ['--url', reference.url, '--source-token', reference.tokens.admin];
      const target = ['--to', product.url, '--token', product.tokens.admin, '--report', join(folder, 'report'), '--contexts', contexts];
      const code = await migrate(['from-unleash', ...source, ...target, ...words], { print, warn: print });
      return { code, output: lines.join('\n') };
    };
    const eventCount = async () => Number((await product.admin.get('/api/admin/events')).body.totalEvents);

    it('plans without writing anything', async () => {
      const before = await eventCount();
      const { code, output } = await run('plan');
      equal(code, 0, output);
      match(output, /feature +16 +2 +0/);
      equal(await eventCount(), before);
    });

    it('imports everything, so that both serve and evaluate the same', async () => {
      const imported = await run('import');
      equal(imported.code, 0, imported.output);
      const { code, output } = await run('verify');
      equal(code, 0, output);
      match(output, / 0 differences/);
      match(await readFile(join(folder, 'report.md'), 'utf8'), /0 differences/);
    });

    it('keeps tags, links, dependencies and archived features', async () => {
      const { body: plain } = await product.admin.get('/api/admin/projects/shop/features/shop-plain');
      deepEqual([plain.type, plain.description, plain.impressionData], ['kill-switch', 'Off switch', true]);
      const { body: tags } = await product.admin.get('/api/admin/features/shop-plain/tags');
      deepEqual(tags.tags, [{ type: 'team', value: 'blue' }]);
      const { body: child } = await product.admin.get('/api/admin/projects/shop/features/shop-child');
      deepEqual(child.dependencies, [{ feature: 'shop-rollout', enabled: true, variants: ['big'] }]);
      const { body: archived } = await product.admin.get('/api/admin/archive/features');
      deepEqual(archived.features.map(({ name }: { name: string }) => name).toSorted(), ['gone', 'shop-gone']);
    });

    it('keeps the secrets of tokens', async () => {
      const { status, body } = await product.as({ authorization: filled.shopClient }).get('/api/client/features');
      deepEqual([status, body.features.length], [200, 8]);
    });

    it('changes nothing when it is repeated', async () => {
      const before = await eventCount();
      equal((await run('import')).code, 0);
      equal(await eventCount(), before);
    });
  });
}
