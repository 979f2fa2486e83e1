import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@signalbox/migration';
import { type Product, startProduct } from '../journeys/product.ts';

const featureOf = (name: string) => ({ name, project: 'default', type: 'release' });
const strategyOf = (featureName: string, segment: number) => ({ featureName, name: 'default', segments: [segment] });

/** Both segments have the numbers of other segments of the target. */
const exported = {
  features: ['known', 'unknown', 'child'].map(featureOf),
  featureStrategies: [strategyOf('known', 1), strategyOf('unknown', 2)],
  featureEnvironments: ['known', 'unknown', 'child'].map((featureName) => ({ featureName, environment: 'development', enabled: true })),
  dependencies: [{ feature: 'child', dependencies: [{ feature: 'unknown' }] }],
  segments: [
    { id: 1, name: 'testers' },
    { id: 2, name: 'absent' },
  ],
};

describe('the import of exported features', () => {
  let folder: string;
  let product: Product;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'exported-'));
    product = await startProduct();
    await writeFile(join(folder, 'features.json'), JSON.stringify(exported));
  });
  after(async () => {
    await product?.close();
    await rm(folder, { recursive: true });
  });

  async function run(step: string): Promise<string> {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const words = ['--export', join(folder, 'features.json'), '--to', product.url, '--report', join(folder, 'report')];
    const env = { SIGNALBOX_TOKEN: product.tokens.admin };
    const code = await migrate(['from-unleash', ...words, step], { print, warn: print, env, stop: new AbortController().signal });
    equal(code, 0, lines.join('\n'));
    return lines.join('\n');
  }

  it('uses segments of the target by their names, and skips features without them', async () => {
    const ids: number[] = [];
    for (const name of ['other', 'testers']) {
      const { status, body } = await product.admin.post('/api/admin/segments', { name, constraints: [] });
      equal(status, 201);
      ids.push(body.id);
    }
    match(await run('plan'), /adapted segment absent: The source contains only its name\. The target must have a segment of this name/);
    const output = await run('import');
    match(output, /skipped feature unknown: It uses the segment absent, which is not imported\./);
    match(output, /skipped feature child: It depends on the feature unknown, which is not imported\./);
    const { features } = (await product.admin.get('/api/admin/projects/default/features')).body;
    deepEqual(
      features.map(({ name }: { name: string }) => name),
      ['known'],
    );
    const path = '/api/admin/projects/default/features/known/environments/development/strategies';
    const [strategy] = (await product.admin.get(path)).body;
    deepEqual(strategy.segments, ids.slice(1));
  });
});
