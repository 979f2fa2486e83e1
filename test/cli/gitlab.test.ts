import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeUnless, missing } from '@signalbox/testing';
import { parse } from 'yaml';
import { bundlePackage, type CliApp, openCliApp } from './cli.fixture.ts';
import { commitFiles, gitIn } from './git.fixture.ts';

type Jobs = Readonly<Record<string, { readonly script: readonly string[] }>>;

describeUnless('the jobs for GitLab', missing('bash', 'git'), () => {
  let app: CliApp;
  let jobs: Jobs;
  let checkout: string;
  before(async () => {
    app = await openCliApp();
    jobs = parse(await readFile(join(import.meta.dirname, '../../integrations/gitlab/signalbox.yml'), 'utf8')) as Jobs;
    await bundlePackage(join(app.folder, 'package'));
    const origin = join(app.folder, 'acme/shop');
    checkout = join(app.folder, 'checkout');
    await mkdir(origin, { recursive: true });
    gitIn(origin, 'init', '--quiet', '--initial-branch', 'main');
    commitFiles(origin, { 'README.md': '# Shop\n' });
    gitIn(app.folder, 'clone', '--quiet', origin, checkout);
    commitFiles(checkout, { 'page.ts': "useFlag('mistyped');\n" });
  });
  after(() => app.close());

  /** Runs the script of a job as the runner does. */
  function run(job: string): Promise<{ code: number; log: string }> {
    const variables = {
      SIGNALBOX_PACKAGE: join(app.folder, 'package'),
      SIGNALBOX_PROJECT: 'default',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_PIPELINE_IID: '12',
      npm_config_offline: 'true',
    };
    const script = ['set -eo pipefail', ...(jobs[job]?.script ?? ['exit 99'])].join('\n');
    const options = { cwd: checkout, env: { ...process.env, ...app.env, ...variables } };
    return new Promise((resolve) => {
      execFile('bash', ['--noprofile', '--norc', '-c', script], options, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), log: stdout + stderr }),
      );
    });
  }

  it('compare the flags in code, fail for unknown ones, and upload the references of the default branch', async () => {
    const refused = await run('code-diff');
    equal(refused.code, 2, refused.log);
    match(refused.log, /Unknown to the server:\n\n- `mistyped` in `page.ts:1`/);
    await app.signalbox('flag create mistyped');
    equal((await run('code-diff')).code, 0);
    // The scan takes the name of the repository from the address, and fetches nothing.
    gitIn(checkout, 'remote', 'set-url', 'origin', 'https://gitlab.example.com/acme/shop.git');
    const { code, log } = await run('code-scan');
    equal(code, 0, log);
    const { repositories } = (await app.admin.get('/api/admin/projects/default/code-references')).body;
    deepEqual([repositories[0].repository, repositories[0].branches[0].sequence], ['acme/shop', 12]);
  });
});
