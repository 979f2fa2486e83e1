import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCodes } from '@signalbox/cli';
import { type CliApp, openCliApp } from './cli.fixture.ts';
import { commitFiles, gitIn } from './git.fixture.ts';

const files = {
  'signalbox.json': JSON.stringify({ calls: ['isOn'] }),
  'src/flags.ts': "export const NEW_CHECKOUT = 'new-checkout';\n",
  'src/page.ts': "import { NEW_CHECKOUT } from './flags';\nif (isOn(NEW_CHECKOUT)) open();\nif (isOn('banner')) show();\n",
  'src/page.test.ts': "isOn('banner');\n",
};

describe('signalbox code-refs', () => {
  let app: CliApp;
  let folder: string;
  before(async () => {
    app = await openCliApp();
    folder = await mkdtemp(join(tmpdir(), 'signalbox-code-'));
    for (const name of ['new-checkout', 'banner']) await app.signalbox(`flag create ${name}`);
    await app.signalbox('flag archive banner');
    await app.signalbox('flag create search');
    equal((await app.admin.post('/api/admin/projects', { id: 'other', name: 'Other' })).status, 201);
    await app.signalbox('flag create elsewhere --project other');
    gitIn(folder, 'init', '--quiet', '--initial-branch', 'main');
    gitIn(folder, 'remote', 'add', 'origin', 'https://robot:secret@git.example.com/acme/shop.git');
    commitFiles(folder, files);
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await app.close();
  });

  const codeRefs = (words: string, env = {}) => app.signalbox(`code-refs ${words}`, { cwd: folder, env });

  it('scan lists references to active and archived flags', async () => {
    const { json, code } = await codeRefs('scan');
    deepEqual([code, json.repository, json.branch, json.files, json.unknown], [0, 'acme/shop', 'main', 4, []]);
    deepEqual(json.references, [
      { feature: 'new-checkout', path: 'src/flags.ts', line: 1, column: 30, kind: 'definition', symbol: 'NEW_CHECKOUT' },
      { feature: 'banner', path: 'src/page.test.ts', line: 1, column: 7, kind: 'test', symbol: 'isOn' },
      { feature: 'new-checkout', path: 'src/page.ts', line: 2, column: 10, kind: 'evaluation', symbol: 'isOn' },
      { feature: 'banner', path: 'src/page.ts', line: 3, column: 11, kind: 'evaluation', symbol: 'isOn' },
    ]);
    const { stdout } = await codeRefs('scan --output table');
    match(stdout, /^FLAG +EVALUATIONS +DEFINITIONS +TESTS +MENTIONS\nbanner +1 +1\nnew-checkout +1 +1\n$/);
  });

  it('scan reads files that have changed since the last scan, and names that the server received since', async () => {
    await writeFile(join(folder, 'src/page.ts'), "isOn('banner');\nisOn('later');\n");
    deepEqual(
      (await codeRefs('scan')).json.unknown.map(({ feature, line }: { feature: string; line: number }) => `${feature} ${line}`),
      ['later 2'],
    );
    await app.signalbox('flag create later');
    const { json } = await codeRefs('scan');
    deepEqual([json.unknown, json.references.filter(({ path }: { path: string }) => path === 'src/page.ts').length], [[], 2]);
    gitIn(folder, 'checkout', '--quiet', '.');
  });

  it('scan --upload replaces the references of the branch, without code unless --context asks for it', async () => {
    const stored = async () => (await app.admin.get('/api/admin/projects/default/features/new-checkout/code-references')).body;
    const commit = gitIn(folder, 'rev-parse', 'HEAD').trim();
    equal((await codeRefs('scan --upload')).code, exitCodes.done);
    const { references } = await stored();
    const scan = { repository: 'acme/shop', branch: 'main', commit };
    const link = (path: string, line: number) => `https://git.example.com/acme/shop/blob/${commit}/${path}#L${line}`;
    deepEqual(references, [
      { ...scan, path: 'src/flags.ts', line: 1, column: 30, kind: 'definition', symbol: 'NEW_CHECKOUT', link: link('src/flags.ts', 1) },
      { ...scan, path: 'src/page.ts', line: 2, column: 10, kind: 'evaluation', symbol: 'isOn', link: link('src/page.ts', 2) },
    ]);
    await codeRefs('scan --upload --context 1');
    deepEqual(
      (await stored()).references.map(({ text }: { text: string }) => text),
      ["export const NEW_CHECKOUT = 'new-checkout';", 'if (isOn(NEW_CHECKOUT)) open();'],
    );
  });

  it('scan --upload names the branch of a CI job, and is refused with a lower sequence than the last one', async () => {
    const env = { GITHUB_HEAD_REF: 'feature/x' };
    equal((await codeRefs('scan --upload --sequence 7', env)).code, exitCodes.done);
    equal((await codeRefs('scan --upload --sequence 6', env)).code, exitCodes.conflict);
    const { repositories } = (await app.admin.get('/api/admin/projects/default/code-references')).body;
    deepEqual(repositories[0].branches.map(({ branch }: { branch: string }) => branch).sort(), ['feature/x', 'main']);
    const { json } = await codeRefs('scan --upload --sequence 8 --branch feature/x');
    deepEqual([json.repository, json.branch, json.uploaded], ['acme/shop', 'feature/x', true]);
    equal((await codeRefs('scan --context 1')).code, exitCodes.error);
  });

  it('diff exits with 2 only for flags that no project has', async () => {
    commitFiles(folder, { 'src/search.ts': "if (isOn('search')) find();\nif (isOn('elsewhere')) find();\n", 'src/page.ts': 'open();\n' });
    const known = await codeRefs('diff --base HEAD~1');
    deepEqual([known.code, known.json.unknown], [exitCodes.done, []]);
    deepEqual(
      known.json.flags.map(({ feature, added, removed, isGone }: Record<string, unknown[]>) => [
        feature,
        added?.length,
        removed?.length,
        isGone,
      ]),
      [
        ['banner', 0, 1, false],
        ['new-checkout', 0, 1, false],
        ['search', 1, 0, false],
      ],
    );
    commitFiles(folder, { 'src/search.ts': "\n\nif (isOn('search')) find();\nif (isOn('mistyped')) find();\n" });
    const { code, stdout } = await codeRefs('diff --base HEAD~1 --output markdown');
    equal(code, exitCodes.differences);
    equal(
      stdout,
      '### Flags in code\n\nNo references to flags were added or removed.\n\nUnknown to the server:\n\n- `mistyped` in `src/search.ts:4`\n',
    );
  });

  it('diff compares with the merge base, and names flags that are gone', async () => {
    gitIn(folder, 'checkout', '--quiet', '-b', 'feature', 'HEAD~2');
    commitFiles(folder, { 'src/flags.ts': '', 'src/page.ts': '' });
    const { code, json, stdout } = await codeRefs('diff --base main');
    const gone = json.flags.filter(({ isGone }: { isGone: boolean }) => isGone);
    deepEqual([code, gone.map(({ feature }: { feature: string }) => feature)], [exitCodes.done, ['new-checkout']], stdout);
    gitIn(folder, 'checkout', '--quiet', 'main');
  });

  it('fails with a reason outside of a checkout, and for a commit that does not exist', async () => {
    const outside = await app.signalbox('code-refs scan', { cwd: tmpdir() });
    equal(outside.code, exitCodes.error);
    match(outside.stderr, /^signalbox: git rev-parse failed in .*: not a git repository/);
    match((await codeRefs('diff --base nowhere')).stderr, /git merge-base failed in .*: Not a valid object name nowhere/);
    match((await codeRefs('diff --base=--all')).stderr, /git merge-base failed/);
  });
});
