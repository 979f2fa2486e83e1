import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describeUnless, missing } from '@signalbox/testing';
import { parse } from 'yaml';
import { bundlePackage, type CliApp, openCliApp } from './cli.fixture.ts';
import { commitFiles, gitIn } from './git.fixture.ts';

interface Step {
  readonly id: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** GitHub's command line: stores comments and pull requests in files instead. */
const gh = `#!/usr/bin/env bash
file="$RUNNER_TEMP/comments.txt"
case "$*" in
  *--paginate*) [ -f "$file" ] && echo 7 || true ;;
  "pr list "*) [ -f "$RUNNER_TEMP/pull-requests.txt" ] && echo 3 || true ;;
  "pr "*) echo "$*" >> "$RUNNER_TEMP/pull-requests.txt" ;;
  *) echo "\${*: -4}" >> "$file" ;;
esac
`;

describeUnless('the GitHub Action', missing('bash', 'git'), () => {
  let app: CliApp;
  let action: Action;
  let temp: string;
  before(async () => {
    app = await openCliApp();
    temp = join(app.folder, 'temp');
    await mkdir(join(temp, 'bin'), { recursive: true });
    await writeFile(join(temp, 'bin/gh'), gh, { mode: 0o755 });
    action = parse(await readFile(join(import.meta.dirname, '../../integrations/github-action/action.yml'), 'utf8')) as Action;
    await bundlePackage(join(temp, 'package'));
    await writeFile(join(app.folder, 'signalbox.json'), JSON.stringify({ files: ['*.yaml'] }));
    const production = '{ enabled: true, strategies: [{ name: default }] }';
    const flag = `apiVersion: signalbox.dev/v1\nkind: Feature\nmetadata: { name: new-checkout }\nspec: { environments: { production: ${production} } }\n`;
    await writeFile(join(app.folder, 'flags.yaml'), flag);
  });
  after(() => app.close());

  /** Runs a step as the runner does. Returns its exit code, its outputs and its log. */
  async function runStep(id: string, inputs: Readonly<Record<string, string>> = {}) {
    const step = action.runs.steps.find((each) => each.id === id);
    const given: Record<string, string> = {
      url: app.url,
      token: app.env['SIGNALBOX_TOKEN'] ?? '',
      set: 'shop',
      package: join(temp, 'package'),
      ...inputs,
    };
    const github: Record<string, string> = {
      token: 'gh',
      repository: 'acme/shop',
      'event.pull_request.number': '12',
      base_ref: 'main',
      run_id: '7',
    };
    const fill = (text: string): string =>
      text.replaceAll(/\$\{\{ (inputs|github)\.([\w.-]+) \}\}/g, (_, kind, name) =>
        kind === 'inputs' ? (given[name] ?? action.inputs[name]?.default ?? '') : (github[name] ?? ''),
      );
    const env = Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, fill(value)]));
    const files = { GITHUB_OUTPUT: join(temp, 'output'), GITHUB_STEP_SUMMARY: join(temp, 'summary.md'), GITHUB_PATH: join(temp, 'path') };
    await writeFile(files.GITHUB_OUTPUT, '');
    const script = `PATH="${[join(temp, 'bin'), join(temp, 'signalbox/bin')].join(delimiter)}${delimiter}$PATH"\n${step?.run}`;
    const options = { cwd: app.folder, env: { ...process.env, ...files, ...env, RUNNER_TEMP: temp, npm_config_offline: 'true' } };
    const { code, log } = await new Promise<{ code: number; log: string }>((resolve) => {
      execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), log: stdout + stderr }),
      );
    });
    return { code, log, outputs: (await readFile(files.GITHUB_OUTPUT, 'utf8')).trim().split('\n') };
  }

  it('installs the package for the following steps', async () => {
    const { code, log } = await runStep('install');
    equal(code, 0, log);
    match(await readFile(join(temp, 'path'), 'utf8'), /\/signalbox\/bin\n$/);
  });

  it('writes the plan as a comment, and updates it', async () => {
    const planned = await runStep('plan');
    deepEqual([planned.code, planned.outputs], [0, ['changed=true']], planned.log);
    match(await readFile(join(temp, 'summary.md'), 'utf8'), /### Plan for default/);
    for (const _ of ['created', 'updated']) equal((await runStep('comment')).code, 0);
    const [created, updated] = (await readFile(join(temp, 'comments.txt'), 'utf8')).trim().split('\n');
    match(created ?? '', /repos\/acme\/shop\/issues\/12\/comments -F body=@/);
    match(updated ?? '', /PATCH repos\/acme\/shop\/issues\/comments\/7 -F body=@/);
    match(
      await readFile(join(temp, 'comment.md'), 'utf8'),
      /^<!-- signalbox plan of \. -->\n\n### Plan for default\n[\s\S]*\+ Feature new-checkout/,
    );
  });

  it('compares the flags in code, fails for unknown ones, and uploads the references of a push', async () => {
    gitIn(app.folder, 'init', '--quiet', '--initial-branch', 'main');
    commitFiles(app.folder, { '.gitignore': '*\n!.gitignore\n!/*.ts\n' });
    gitIn(app.folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    gitIn(app.folder, 'remote', 'add', 'origin', 'https://git.example.com/acme/shop.git');
    commitFiles(app.folder, { 'page.ts': "useFlag('mistyped');\n" });
    equal((await runStep('code-diff')).code, 2);
    match(await readFile(join(temp, 'code.md'), 'utf8'), /Unknown to the server:\n\n- `mistyped` in `page.ts:1`/);
    await app.signalbox('flag create mistyped');
    equal((await runStep('code-diff')).code, 0);
    const { code, log } = await runStep('code-scan');
    equal(code, 0, log);
    const { references } = (await app.admin.get('/api/admin/projects/default/features/mistyped/code-references')).body;
    deepEqual([references.length, references[0].repository, references[0].path], [1, 'acme/shop', 'page.ts']);
  });

  it('opens a pull request that removes a flag, and updates it', async () => {
    const origin = join(temp, 'origin');
    await mkdir(origin);
    gitIn(origin, 'init', '--quiet', '--bare');
    gitIn(app.folder, 'remote', 'set-url', 'origin', origin);
    commitFiles(app.folder, {
      'page.ts': "export const rate = useFlag('mistyped') ? 1 : 2;\nexport const of = (name) => useFlag(name);\n",
    });
    const inputs = { flag: 'mistyped', winner: 'on' };
    for (const _ of ['created', 'updated']) {
      const { code, log } = await runStep('cleanup', inputs);
      equal(code, 0, log);
      gitIn(app.folder, 'checkout', '--quiet', 'main');
    }
    const body = join(temp, 'cleanup.md');
    deepEqual((await readFile(join(temp, 'pull-requests.txt'), 'utf8')).trim().split('\n'), [
      `pr create --head remove-flag/mistyped --title Remove the flag mistyped --body-file ${body}`,
      `pr edit remove-flag/mistyped --body-file ${body}`,
    ]);
    match(
      await readFile(body, 'utf8'),
      /Changed by the patch:\n\n- `page.ts`\n\nTo change by hand:\n\n- `page.ts:2`: `the name of the flag is computed/,
    );
    const files = gitIn(origin, 'show', '--format=%s', '--unified=0', 'remove-flag/mistyped');
    match(files, /^Remove the flag mistyped\n[^]*\n-export const rate = useFlag\('mistyped'\) \? 1 : 2;\n\+export const rate = 1;\n$/);
    const nothing = await runStep('cleanup', { flag: 'new-checkout', winner: 'off' });
    deepEqual([nothing.code, /::notice::The patch changes no file/.test(nothing.log)], [0, true], nothing.log);
  });

  it('applies the files, and reports change requests', async () => {
    const applied = await runStep('apply');
    deepEqual([applied.code, applied.outputs], [0, ['changed=true', 'waits-for-approval=false']], applied.log);
    equal(
      (await app.signalbox('flag get new-checkout')).json.environments.find(({ name }: { name: string }) => name === 'production').enabled,
      true,
    );
    const again = await runStep('apply');
    deepEqual(again.outputs, ['changed=false', 'waits-for-approval=false']);
    await writeFile(join(app.folder, 'flags.yaml'), 'kind: [');
    equal((await runStep('apply')).code, 1);
  });
});
