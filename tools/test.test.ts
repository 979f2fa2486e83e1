import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

describe('npm test', () => {
  it('prints the number of passed and failed tests in the last line, and exits with 1 when a test fails', async () => {
    const run = await runTool('--only', sample('mixed'), '--way', 'standalone');
    assert.deepEqual(run, { code: 1, lastLine: '2 passed, 1 failed', printed: run.printed });
  });

  it('passes without servers, and names the suites that did not run', async () => {
    const run = await runTool('--only', sample('passing'), '--no-servers');
    assert.deepEqual(run, { code: 0, lastLine: '1 passed, 0 failed', printed: run.printed });
    assert.match(run.printed, /^Did not run: distributed, .*passing\.ts: --no-servers is set/m);
  });

  it('fails without servers when --all is set', async () => {
    const run = await runTool('--only', sample('passing'), '--no-servers', '--all');
    assert.deepEqual(run, { code: 1, lastLine: '1 passed, 1 failed', printed: run.printed });
  });

  it('fails for a test that skips itself when --all is set', async () => {
    assert.equal((await runTool('--only', sample('skipping'), '--way', 'standalone')).code, 0);
    const run = await runTool('--only', sample('skipping'), '--way', 'standalone', '--all');
    assert.deepEqual(run, { code: 1, lastLine: '0 passed, 1 failed', printed: run.printed });
  });

  it('fails when the name does not exist', async () => {
    const run = await runTool('--only', 'no-such-package');
    assert.deepEqual(run, { code: 1, lastLine: '0 passed, 1 failed', printed: run.printed });
    assert.match(run.printed, /no file, folder, package or service called no-such-package/);
  });

  it('fails when the pattern matches no test', async () => {
    const run = await runTool('--only', sample('passing'), '--way', 'standalone', '--grep', 'no such test');
    assert.deepEqual(run, { code: 1, lastLine: '0 passed, 1 failed', printed: run.printed });
    assert.match(run.printed, /--grep no such test matches no test that can run/);
  });

  it('leaves no process behind when a signal arrives twice', async () => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'test.ts'), '--only', sample('hanging'), '--way', 'standalone', '--no-checks'],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TEST_PRINTS_PID: 'yes' } },
    );
    let printed = '';
    const [begun, interrupted] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const [, pid] = /hangs in (\d+)/.exec(printed) ?? [];
      if (pid) begun.resolve(Number(pid));
      if (printed.includes('Interrupted')) interrupted.resolve();
    });
    const mocha = await begun.promise;
    child.kill('SIGTERM');
    await interrupted.promise;
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('close', resolve));
    assert.match(printed, /\n0 passed, 1 failed\n$/);
    assert.throws(() => process.kill(mocha, 0), { code: 'ESRCH' });
  });
});

function sample(name: string): string {
  return `tools/testing/samples/${name}.ts`;
}

/** Runs the tool of `npm test`, without the checks. */
async function runTool(...options: string[]) {
  const tool = join(import.meta.dirname, 'test.ts');
  const child = spawn(process.execPath, [tool, ...options, '--no-checks'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, lastLine: printed.trimEnd().split('\n').at(-1), printed };
}
