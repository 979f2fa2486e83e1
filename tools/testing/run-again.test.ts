import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAgain } from './run-again.ts';
import { runMocha } from './run-mocha.ts';

const run = (name: string, mark: string) =>
  runMocha({ files: [`tools/testing/samples/${name}.ts`], variables: { SAMPLE_MARK: mark }, print: () => undefined });

/** What failed in a run of these samples, and what of it passes when it is run again. */
async function runTwice(names: readonly string[]): Promise<{ failed: number; unsteady: string[] }> {
  const mark = join(tmpdir(), `unsteady-${process.pid}`);
  const tallies = await Promise.all(names.map((name) => run(name, mark)));
  const failed = tallies.flatMap(({ failedIn }, index) =>
    [...failedIn].map(([file, count]) => ({ suite: names[index] as string, file, failed: count })),
  );
  const unsteady = await runAgain(failed, async ({ suite }) => (await run(suite, mark)).failed === 0);
  rmSync(mark, { force: true });
  return { failed: failed.length, unsteady: unsteady.map(({ file }) => file) };
}

describe('a file that failed beside others', function () {
  this.timeout(60_000);

  it('is unsteady when it passes alone, and failed when it does not', async () => {
    assert.deepEqual(await runTwice(['unsteady', 'mixed']), { failed: 2, unsteady: ['tools/testing/samples/unsteady.ts'] });
  });

  it('is not run again where many failed', async () => {
    const many = Array.from({ length: 5 }, () => ({ suite: 'any', file: 'any', failed: 1 }));
    assert.deepEqual(await runAgain(many, () => Promise.reject(new Error('it is run'))), []);
  });
});
