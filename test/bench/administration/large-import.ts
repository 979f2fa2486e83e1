import { equal } from 'node:assert/strict';
import type { Product } from '../../journeys/product.ts';
import { importOf, nameOf, project } from './seed.ts';

export const largeImportTitle = 'an import of 5,000 features';

const features = 5000;
const targetMs = 50;
const pauseMs = 2;
const other = `/api/admin/projects/${project}/features/${nameOf(0)}`;

/**
 * Measures how long other requests wait while one request imports 5,000 new features. Returns the number of missed targets.
 */
export async function measureLargeImport({ admin }: Product, size: number, say: (sentence: string) => void): Promise<number> {
  const numbers = Array.from({ length: features }, (_, index) => size + index);
  const body = importOf(numbers, 0);
  const waits: number[] = [];
  const imported = new AbortController();
  const poll = async () => {
    while (!imported.signal.aborted) {
      const begun = performance.now();
      equal((await admin.get(other)).status, 200);
      waits.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const polling = poll();
  polling.catch(() => undefined);
  const begun = performance.now();
  equal((await admin.post('/api/admin/features-batch/import', body)).status, 200);
  const importMs = performance.now() - begun;
  imported.abort();
  await polling;
  waits.sort((one, other) => one - other);
  const [p99, max] = [waits[Math.floor(waits.length * 0.99)], waits.at(-1)].map((wait = Number.NaN) => wait) as [number, number];
  const missed = max > targetMs;
  say(
    `${largeImportTitle}: ${importMs.toFixed(0)} ms; other requests: 99 % within ${p99.toFixed(0)} ms, at most ${max.toFixed(0)} ms, target ${targetMs} ms${missed ? ' MISSED' : ''}`,
  );
  return Number(missed);
}
