import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

describe('run', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signalbox-run-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('runs a TypeScript file with its arguments and ends with its code, silently', async () => {
    const child = run('const [first]: string[] = process.argv.slice(2); console.log(first); process.exit(7);', 'argument');
    assert.deepEqual(await endOf(child), { printed: 'argument\n', code: 7, signal: null });
  });

  it('runs the pinned Node and puts it first in the PATH of the file', async () => {
    const child = run("console.log(process.execPath); console.log(process.env.PATH?.split(':')[0]);");
    const [node, first] = (await endOf(child)).printed.split('\n');
    assert.equal(node, process.execPath);
    assert.equal(first, join(import.meta.dirname, '..', 'node_modules', '.bin'));
  });

  it('passes the memory limits to the file, followed by the options of the caller', async () => {
    const child = run('console.log(process.env.MALLOC_ARENA_MAX, process.env.NODE_OPTIONS);');
    const { MALLOC_ARENA_MAX, NODE_OPTIONS } = JSON.parse(
      readFileSync(join(import.meta.dirname, 'process-environment.json'), 'utf8'),
    ) as Record<string, string>;
    const { printed } = await endOf(child);
    assert.ok(printed.startsWith(`${MALLOC_ARENA_MAX} ${NODE_OPTIONS}`), printed);
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`forwards ${signal} and lets the file end by itself`, async () => {
      const child = run(
        `process.once('${signal}', () => { console.log('ending'); process.exit(3); }); setInterval(() => {}, 1000); console.log('up');`,
      );
      await once(child.stdout as NodeJS.ReadableStream, 'data');
      child.kill(signal);
      assert.deepEqual(await endOf(child), { printed: 'ending\n', code: 3, signal: null });
    });
  }

  it('ends with the signal that ended the file', async () => {
    assert.equal((await endOf(run("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);"))).signal, 'SIGTERM');
  });

  for (const { title, code, shown } of [
    { title: 'shows the progress of the first installation', code: 0, shown: /Progress: resolved 7\n/ },
    { title: 'prints all output of a failed installation', code: 3, shown: /\nspecial\n[^]*The installation failed/ },
  ])
    it(title, async () => {
      for (const file of ['tools/run.mjs', 'tools/process-environment.json', 'package.json', 'pnpm-lock.yaml'])
        cpSync(join(import.meta.dirname, '..', file), join(folder, file));
      mkdirSync(join(folder, 'node_modules'));
      const npx = `#!/bin/sh\necho special\necho "Progress: resolved 7"\nexit ${code}\n`;
      writeFileSync(join(folder, 'npx'), npx, { mode: 0o755 });
      const env = { ...process.env, PATH: [folder, '/bin'].join(delimiter), HOME: '/nowhere' };
      const child = spawn(process.execPath, [join(folder, 'tools/run.mjs'), '--version'], { stdio: ['ignore', 'pipe', 'pipe'], env });
      let remarks = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (remarks += text));
      assert.equal((await endOf(child)).code, code);
      assert.match(remarks, shown);
      assert.equal(remarks.includes('special'), code !== 0);
    });

  function run(code: string, ...args: string[]): ChildProcess {
    const file = join(folder, 'program.ts');
    writeFileSync(file, code);
    return spawn(process.execPath, [join(import.meta.dirname, 'run.mjs'), file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  }
});

async function endOf(child: ChildProcess) {
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { printed, code, signal };
}
