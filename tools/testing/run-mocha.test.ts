import assert from 'node:assert/strict';
import { runMocha } from './run-mocha.ts';

describe('run mocha', function () {
  this.timeout(60_000);

  it('counts what passes, what fails and what skips itself', async () => {
    const { tally, printed } = await runSample(['mixed', 'skipping']);
    assert.deepEqual(tally, { passed: 2, failed: 1, pending: ['a sample skips itself'], failedIn: new Map([[sampleOf('mixed'), 1]]) });
    assert.match(printed, /FAILED a sample fails[^]*1 !== 2/);
  });

  it('counts a process that does not end as a failure and names what is open', async () => {
    const { tally, printed } = await runSample(['leaking'], { endingMs: 4000 });
    assert.deepEqual(tally, { passed: 1, failed: 1, pending: [], failedIn: new Map() });
    assert.match(printed, /something is left open: .*TCPServerWrap/);
  });

  it('ends a test that never yields and counts it as a failure', async () => {
    const { tally, printed } = await runSample(['hanging'], { silenceMs: 3000 });
    assert.deepEqual(tally, { passed: 0, failed: 1, pending: [], failedIn: new Map() });
    assert.match(printed, /No test has finished for 3 s/);
  });

  it('counts a process that ends before its tests do as a failure', async () => {
    const { tally, printed } = await runSample(['breaking']);
    assert.deepEqual(tally, { passed: 0, failed: 1, pending: [], failedIn: new Map() });
    assert.match(printed, /broke off \(exit code 0\)/);
  });

  it('counts files without tests as a failure unless a pattern chose among them', async () => {
    assert.equal((await runSample(['empty'])).tally.failed, 1);
    assert.equal((await runSample(['empty'], { mayBeEmpty: true })).tally.failed, 0);
  });

  it('ends at once when it is interrupted', async () => {
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
