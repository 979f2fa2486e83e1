import assert from 'node:assert/strict';
import { runMocha } from './run-mocha.ts';

describe('runMocha', () => {
  it('counts passed, failed and skipped tests in one or several files', async () => {
    const one = await runSample(['mixed']);
    const { tally, printed } = await runSample(['mixed', 'skipping']);
    assert.deepEqual([one.tally.passed, one.tally.failed, one.tally.pending], [2, 1, []]);
    assert.deepEqual([tally.passed, tally.failed, tally.pending], [2, 1, ['a sample skips itself']]);
    assert.match(printed, /FAILED a sample fails[^]*1 !== 2/);
  });

  it('counts a process that does not exit as a failure', async () => {
    const { tally, printed } = await runSample(['leaking'], { endingMs: 4000 });
    assert.deepEqual([tally.passed, tally.failed], [1, 1]);
    assert.match(printed, /something is still open/);
  });

  it('kills a test that never yields and counts it as a failure', async () => {
    const { tally, printed } = await runSample(['hanging'], { silenceMs: 3000 });
    assert.deepEqual([tally.passed, tally.failed], [0, 1]);
    assert.match(printed, /no test ended for 3 s/);
  });

  it('counts a process that exits before its tests end as a failure', async () => {
    for (const names of [['breaking'], ['breaking', 'passing']]) assert.equal((await runSample(names)).tally.failed, 1, names.join());
  });

  it('counts an unhandled rejection as a failure', async () => {
    for (const names of [['rejecting'], ['rejecting', 'passing']]) {
      const { tally, printed } = await runSample(names);
      assert.ok(tally.failed > 0, names.join());
      assert.match(printed, /nobody handles this/);
    }
  });

  it('counts files without tests as a failure unless a pattern selects tests', async () => {
    assert.equal((await runSample(['empty'])).tally.failed, 1);
    assert.equal((await runSample(['empty'], { grep: 'anything' })).tally.failed, 0);
  });

  it('ends immediately when interrupted', async () => {
    const { tally, printed } = await runSample(['hanging'], { signal: AbortSignal.timeout(1000) });
    assert.equal(tally.failed, 1);
    assert.match(printed, /Interrupted/);
  });
});

const sampleOf = (name: string) => `tools/testing/samples/${name}.ts`;

async function runSample(names: string[], limits: Partial<Parameters<typeof runMocha>[0]> = {}) {
  let printed = '';
  const files = names.map(sampleOf);
  const tally = await runMocha({ files, variables: {}, print: (text) => (printed += text), ...limits });
  return { tally, printed };
}
