// Prints the CPU seconds of `signalbox code-refs scan` on a tree of a million lines: `npm run suite -- bench-code`.

import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/testing/root.ts';
import { commitFiles, gitIn } from '../cli/git.fixture.ts';

const { values } = parseArgs({ options: { lines: { type: 'string', default: '1000000' }, flags: { type: 'string', default: '500' } } });
const linesPerFile = 200;
const flags = Array.from({ length: Number(values.flags) }, (_, index) => `flag-${index}-checkout`);

/** One file in ten evaluates flags. */
function fileOf(index: number): readonly [path: string, text: string] {
  const flag = flags[index % flags.length] as string;
  const hasFlag = index % 10 === 0;
  const [extension, use, filler] = (
    [
      [
        'ts',
        `  if (client.isEnabled(FLAGS.flag${index % flags.length}, { userId: user.id })) total += 1;`,
        '  total += items[VALUE]?.price * rate(VALUE, { currency, day });',
      ],
      ['tsx', `  const isOn = useFlag('${flag}');`, '  const itemVALUE = <li key="VALUE" className={style}>{items[VALUE]?.name}</li>;'],
      ['ts', `  return getVariant("${flag}").name === 'blue';`, '  // The rate of day VALUE follows the table of the currency.'],
      ['go', `\tif client.IsEnabled("${flag}") {`, '\ttotal += items[VALUE].Price * rate(VALUE, currency)'],
      ['py', `    if client.is_enabled("${flag}"):`, '    total += items[VALUE]["price"] * rate(VALUE, currency)'],
    ] as const
  )[index % 5] as readonly [string, string, string];
  const head = extension.startsWith('ts') ? "import { FLAGS } from '../flags';\nexport function work(items, user, style) {\n" : '';
  const body = Array.from({ length: linesPerFile }, (_, line) => filler.replaceAll('VALUE', String(line)));
  if (hasFlag) body[100] = use;
  return [`src/part${index % 100}/file${index}.${extension}`, `${head}${body.join('\n')}\n${head ? '}\n' : ''}`];
}

/** CPU seconds of all ended child processes. */
function childSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

const folder = mkdtempSync(join(tmpdir(), 'code-scan-'));
const server = createServer((request, response) => {
  const features = request.url?.includes('/archive/') ? [] : flags.map((name) => ({ name }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(request.url?.includes('/search') ? { found: [] } : { version: 2, features }));
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function measure(title: string): Promise<void> {
  const before = childSeconds();
  const words = ['code-refs', 'scan', '--output', 'json', '--url', url, '--token', 'none'];
  const env = { ...process.env, HOME: folder, XDG_CACHE_HOME: join(folder, '.cache') };
  const child = spawn(process.execPath, [join(root, 'packages/cli/src/main.ts'), ...words], { cwd: folder, env });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.pipe(process.stderr);
  await new Promise((done) => child.once('close', done));
  const { files, references } = JSON.parse(output) as { files: number; references: unknown[] };
  console.log(`${title}: ${(childSeconds() - before).toFixed(2)} s CPU, ${files} files, ${references.length} references`);
}

try {
  const count = Math.ceil(Number(values.lines) / linesPerFile);
  const constants = `export const FLAGS = {\n${flags.map((name, index) => `  flag${index}: '${name}',`).join('\n')}\n} as const;\n`;
  gitIn(folder, 'init', '--quiet');
  commitFiles(folder, {
    'src/flags.ts': constants,
    '.gitignore': '.cache\n',
    ...Object.fromEntries(Array.from({ length: count }, (_, index) => fileOf(index))),
  });
  console.log(`${count * linesPerFile} lines, ${flags.length} flags`);
  await measure('first scan');
  await measure('second scan, unchanged');
  appendFileSync(join(folder, fileOf(0)[0]), '// changed\n');
  await measure('third scan, one file changed');
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
