// Features per second of a 5 MB import of 2,000, and the longest time for which it holds the event loop, on both
// databases. Each number is of a fresh service: first the features are new, then the same import finds them all there.
// Run it with `node tools/run.mjs test/bench/import.ts`.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type TestApp, start } from '@signalbox/testing';
import { startPrivateMysql } from '@signalbox/testing/servers';
import { toggles } from '@signalbox/toggles';
import { bulkImport } from './import/bulk.ts';

const count = 2000;
const resolutionMs = 1;
const rounds = 3;
const body = Buffer.from(JSON.stringify(bulkImport(count)));

interface Figure {
  readonly rate: number;
  readonly holdMs: number;
}

async function importOnce(app: TestApp): Promise<Figure> {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const begun = performance.now();
  const { status, body: answer } = await app.as(app.users.admin).post('/api/admin/features-batch/import', undefined, { raw: body });
  const seconds = (performance.now() - begun) / 1000;
  delay.disable();
  if (status !== 200) throw new Error(`the import was answered ${status}: ${JSON.stringify(answer).slice(0, 500)}`);
  return { rate: Math.round(count / seconds), holdMs: Math.round(delay.max / 1e6) - resolutionMs };
}

async function measure(title: string, settings: Record<string, string>): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    const app = await start([toggles], { settings });
    try {
      const [fresh, again] = [await importOnce(app), await importOnce(app)];
      console.log(`${title}, round ${round}: new ${told(fresh)}; again ${told(again)}`);
    } finally {
      await app.close();
    }
  }
}

const told = ({ rate, holdMs }: Figure) => `${rate} features/s, event loop held ${holdMs} ms at most`;

console.log(`${(body.length / 1e6).toFixed(1)} MB, ${count} features`);
await measure('SQLite', {});
const mysql = await startPrivateMysql();
try {
  await measure('MySQL', { DATABASE_URL: mysql.url });
} finally {
  await mysql.close();
}
