import { equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Reference, startReference } from '../reference/start-reference.ts';
import { root } from '../../tools/testing/root.ts';
import { fillReference } from './fill-reference.ts';
import { type Migration, startMigration } from './migration.fixture.ts';

/** Lines of output after which the command is killed. */
const killedAfter = [1, 2, 3, 4, 5, 6, 7];

describe('an import that is killed anywhere', function () {
  this.timeout(300_000);
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
    const words = ['migrate', 'from-unleash', '--database', reference.databaseUrl, '--to', url, '--token', tokens.admin, 'import'];
    const child = spawn(process.execPath, [join(root, 'services/standalone/src/main.ts'), ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text.split('\n').length - 1;
      if (printed >= lines) child.kill('SIGKILL');
    });
    return new Promise((resolve) => child.once('exit', resolve));
  };

  it('is complete when it is repeated', async () => {
    for (const lines of killedAfter) equal(await runUntil(lines), null, `after ${lines} lines`);
    equal(await runUntil(Number.POSITIVE_INFINITY), 0);
    const { code, output } = await migration.run('verify');
    equal(code, 0, output);
    match(output, / 0 differences/);
    const before = await migration.eventCount();
    equal((await migration.run('import')).code, 0);
    equal(await migration.eventCount(), before);
  });
});
