import { deepEqual, equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '../../packages/testing/src/eventually.ts';

const runGroup = join(import.meta.dirname, 'run-group.ts');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('runGroup', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signalbox-group-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Starts a command that runs a group. The group's script starts another process, prints its id, and then executes `end`. */
  async function startGroup(end: string) {
    const script = join(folder, 'script.ts');
    const rest = `spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })`;
    writeFileSync(script, `import { spawn } from 'node:child_process';\nconst { pid } = ${rest};\nconsole.log(pid);\n${end}\n`);
    const command = join(folder, 'command.ts');
    const call = `await runGroup(${JSON.stringify(script)}, [], { interrupted: whenInterrupted() })`;
    writeFileSync(command, `import { runGroup, whenInterrupted } from ${JSON.stringify(runGroup)};\nprocess.exitCode = ${call};\n`);
    const child = spawn(process.execPath, [command], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return { child, ended, started: Number(line) };
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`ends all processes of the script on ${signal}`, async () => {
      const { child, ended, started } = await startGroup('setInterval(() => {}, 1000);');
      equal(isAlive(started), true);
      child.kill(signal);
      deepEqual(await ended, [1, null]);
      await eventually(() => !isAlive(started));
    });

  it('ends all processes with the script, and returns its exit code', async () => {
    const { ended, started } = await startGroup('process.exit(3);');
    deepEqual(await ended, [3, null]);
    await eventually(() => !isAlive(started));
  });
});
