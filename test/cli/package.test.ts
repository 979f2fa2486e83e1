import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundlePackage, type CliApp, openCliApp } from './cli.fixture.ts';
import { commitFiles, gitIn } from './git.fixture.ts';

const execute = promisify(execFile);
/** Of the file that every command loads. */
const maxBytes = 200_000;
const maxPackedBytes = 1_600_000;

describe('the package signalbox', () => {
  let app: CliApp;
  let folder: string;
  let bin: string;
  let packedBytes: number;
  before(async () => {
    app = await openCliApp();
    folder = await mkdtemp(join(tmpdir(), 'signalbox-package-'));
    await bundlePackage(join(folder, 'package'));
    const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(folder, 'package') });
    const [{ filename, size }] = JSON.parse(stdout) as [{ filename: string; size: number }];
    packedBytes = size;
    const install = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', join(folder, 'shop'), join(folder, filename)];
    await execute('npm', install, { cwd: folder });
    bin = join(folder, 'shop/node_modules/.bin/signalbox');
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await app.close();
  });

  const signalbox = (...words: string[]) =>
    execute('npx', ['--offline', 'signalbox', ...words], { cwd: join(folder, 'shop'), env: { ...process.env, ...app.env } });

  it('has no dependencies, and commands that parse no code load no compiler', async () => {
    const { dependencies, engines } = JSON.parse(await readFile(join(folder, 'package/package.json'), 'utf8'));
    deepEqual([dependencies, engines], [undefined, { node: '>=20.12' }]);
    const { length } = await readFile(join(folder, 'package/dist/signalbox.js'));
    ok(length < maxBytes, `${length} bytes`);
    ok(packedBytes < maxPackedBytes, `${packedBytes} bytes`);
  });

  it('runs with npx, and exits with the code of the command', async () => {
    match((await signalbox('--version')).stdout, /^\d+\.\d+\.\d+\n$/);
    const { stdout } = await signalbox('flag', 'create', 'packed');
    equal(JSON.parse(stdout).name, 'packed');
    const failure = await signalbox('flag', 'get', 'nothing', '--output', 'json').catch((error: unknown) => error);
    const { code, stderr } = failure as { code: number; stderr: string };
    deepEqual([code, JSON.parse(stderr).name], [1, 'NotFoundError']);
  });

  it('contains the library that reads and writes YAML', async () => {
    const shop = join(folder, 'shop');
    await writeFile(join(shop, 'signalbox.json'), JSON.stringify({ set: 'shop', files: ['*.yaml'] }));
    await writeFile(join(shop, 'flags.yaml'), 'apiVersion: signalbox.dev/v1\nkind: Feature\nmetadata: { name: planned }\nspec: {}\n');
    const plan = (await signalbox('plan').catch((error: unknown) => error)) as { code: number; stdout: string };
    deepEqual([plan.code, /planned/.test(plan.stdout)], [2, true]);
    match((await signalbox('flag', 'list', '--output', 'yaml')).stdout, /^- name: /m);
  });

  it('contains the compiler that parses code', async () => {
    const shop = join(folder, 'shop');
    await app.signalbox('flag create scanned');
    gitIn(shop, 'init', '--quiet');
    commitFiles(shop, { 'page.ts': "const NAME = 'scanned'; isEnabled(NAME);", '.gitignore': 'node_modules' });
    const { references } = JSON.parse((await signalbox('code-refs', 'scan')).stdout);
    deepEqual(
      references.map(({ kind }: { kind: string }) => kind),
      ['definition', 'evaluation'],
    );
  });

  it('contains the migration and its database driver', async () => {
    const failure = await execute(bin, ['migrate', 'from-unleash', '--database', 'postgres://127.0.0.1:1/none', 'plan']).catch(
      (error: unknown) => error,
    );
    match((failure as { stderr: string }).stderr, /ECONNREFUSED/);
  });
});
