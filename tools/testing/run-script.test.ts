import { deepEqual, equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const runScript = join(import.meta.dirname, 'run-script.ts');

describe('runScript', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signalbox-script-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Starts a command that runs this script and prints its end. */
  function start(content: string) {
    const script = join(folder, 'script.ts');
    writeFileSync(script, content);
    const command = join(folder, 'command.ts');
    const call = `console.log(JSON.stringify(await runScript(${JSON.stringify(script)}, [])))`;
    writeFileSync(command, `import { runScript } from ${JSON.stringify(runScript)};\n${call};\n`);
    const child = spawn(process.execPath, [command], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { child, nextLine: async () => String((await lines.next()).value) };
  }

  it('returns the exit code', async () => {
    deepEqual(JSON.parse(await start('process.exit(3);').nextLine()), { code: 3, isInterrupted: false });
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    it(`passes ${signal} on, and waits until the script has cleaned up`, async () => {
      const cleanUp = `process.on('${signal}', () => setTimeout(() => { console.log('clean'); process.exit(0); }, 50));`;
      const { child, nextLine } = start(`${cleanUp}\nsetInterval(() => {}, 1000);\nconsole.log('ready');\n`);
      equal(await nextLine(), 'ready');
      child.kill(signal as NodeJS.Signals);
      equal(await nextLine(), 'clean');
      deepEqual(JSON.parse(await nextLine()), { code: 0, isInterrupted: true });
    });
});
