import { deepEqual, equal } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testEnvironment } from '@signalbox/testing';
import { memoryOf } from './administration/cpu.ts';
import { bundle } from '../../services/standalone/src/bundle.ts';
import { type Product, startProduct } from '../journeys/product.ts';

/** Memory limits in megabytes of one process that starts from the bundle, as images do. About a fifth above the measured values. */
const limits = testEnvironment.way === 'standalone' ? { start: 160, import: 290 } : { start: 150, import: 220 };
const count = 20_000;
const atOnce = 2000;

describe('the memory of one process', () => {
  let folder: string;
  let product: Product;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bundle-'));
    await bundle(folder);
    product = await startProduct({}, { main: join(folder, 'main.js') });
  });
  after(async () => {
    await product.close();
    await rm(folder, { recursive: true });
  });

  const larger = (limit: number, when: 'now' | 'max') =>
    [...product.pids()].map(([name, pid]) => [name, memoryOf(pid)[when]] as const).filter(([, megabytes]) => megabytes > limit);

  it(`is at most ${limits.start} MB after the start`, () => deepEqual(larger(limits.start, 'now'), []));

  it(`is at most ${limits.import} MB during an import of ${count} features`, async () => {
    const admin = await logIn(product);
    for (let first = 0; first < count; first += atOnce) {
      const features = Array.from({ length: atOnce }, (_, step) => ({ name: `feature-${first + step}` }));
      const envelope = { project: 'default', environment: 'development', data: { features, featureStrategies: [] } };
      equal((await admin.post('/api/admin/features-batch/import', envelope)).status, 200);
    }
    equal((await admin.get('/api/admin/search/features?limit=1')).body.total, count);
    deepEqual(larger(limits.import, 'max'), []);
  });
});

/** Only users may import. */
async function logIn({ as, password }: Product) {
  const { headers } = await as({}).post('/auth/simple/login', { username: 'admin', password });
  return as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
}
