import { equal, match } from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Reference, startReference } from '../reference/start-reference.ts';
import { root } from '../../tools/testing/root.ts';
import { fillReference } from './fill-reference.ts';
import { type Migration, startMigration } from './migration.fixture.ts';

/** Lines of output after which the command is killed. */
const killedAfter = [1, 2, 3, 4, 5, 6, 7];

describe('the command of a migration', () => {
  let reference: Reference;
  let migration: Migration;
  before(async () => {
    reference = await startReference('8.2.0');
    await fillReference(reference);
    migration = await startMigration(reference, ['--database', reference.databaseUrl]);
  });
  after(async () => {
    await migration?.close();
    await reference?.close();
  });

  /** Runs the command in a process of its own, and kills it after some lines of output. Returns its exit code, or null. */
  const runUntil = async (lines: number): Promise<number | null> => {
    const { url, tokens } = migration.product;
    const source = ['--database', reference.databaseUrl, '--report', join(tmpdir(), 'killed-import')];
    const words = ['from-unleash', ...source, '--to', url, '--token', tokens.admin, 'import'];
    const child = spawn(process.execPath, [join(root, 'services/standalone/src/main.ts'), 'migrate', ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text.split('\n').length - 1;
      if (printed >= lines) child.kill('SIGKILL');
    });
    return new Promise((resolve) => child.once('exit', resolve));
  };

  it('completes an import that was killed anywhere when it is repeated', async () => {
    for (const lines of killedAfter) equal(await runUntil(lines), null, `after ${lines} lines`);
    equal(await runUntil(Number.POSITIVE_INFINITY), 0);
    const { code, output } = await migration.run('verify');
    equal(code, 0, output);
    match(output, / 0 differences/);
    const before = await migration.eventCount();
    equal((await migration.run('import')).code, 0);
    equal(await migration.eventCount(), before);
  });

  it('runs as its page describes', () => {
    const page = readFileSync(join(root, 'docs/migrate-from-unleash.md'), 'utf8');
    const steps = page.split('\n').filter((line) => line.startsWith('npm run migrate -- from-unleash') && !line.endsWith('follow'));
    equal(steps.length, 3);
    const { url, tokens } = migration.product;
    const target = `--to ${url} --contexts 5 --report ${join(tmpdir(), 'migration-report')}`;
    const variables = `SOURCE='--url ${reference.url}'; TARGET='${target}'`;
    const env = { ...process.env, UNLEASH_DATABASE_URL: reference.databaseUrl, SIGNALBOX_TOKEN: tokens.admin };
    // Without -f, the shell would expand the asterisks of tokens.
    const output = steps.map((step) => execFileSync('sh', ['-fc', `${variables}; ${step}`], { cwd: root, env, encoding: 'utf8' }));
    match(output.join(''), / 0 differences/);
  });
});
