import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsOf, type TestApp, testEnvironment } from '@signalbox/testing';
import { startSignedLog } from '../../services/audit/src/verification/signed-log.fixture.ts';

describe('npm run audit:verify', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startSignedLog();
  });
  afterEach(() => app.close());
  const get = (path: string) => app.as(app.users.admin).get(`/api/admin/audit${path}`);
  const file = (name: string) => join(app.workspace.dataDir, name);

  function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const { databaseUrl, databasePrefix, dataDir, internalSecrets } = settingsOf(app.workspace);
    const settings = {
      DATABASE_URL: databaseUrl,
      DATABASE_PREFIX: databasePrefix,
      DATA_DIR: dataDir,
      INTERNAL_SECRET: internalSecrets.join(','),
    };
    return new Promise((resolve) =>
      execFile(
        process.execPath,
        [testEnvironment.entry, 'verify-audit', ...args],
        { env: { ...process.env, ...settings } },
        (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
      ),
    );
  }

  it('verifies the database and an exported file, and reports the first break with exit code 1', async () => {
    const complete = await run();
    deepEqual([complete.code, complete.stderr], [0, '']);
    match(complete.stdout, /events +12 \(1 to 12\)\ncheckpoints +2\nverified +yes\n$/);
    equal((await get('/state')).body.verifiedTo, 12);
    writeFileSync(file('log.ndjson'), String((await get('/events/export?complete=true')).body));
    writeFileSync(file('keys.json'), JSON.stringify((await get('/checkpoints')).body));
    const exported = await run('--file', file('log.ndjson'), '--key', file('keys.json'));
    equal(exported.code, 0);
    match(exported.stdout, /signed +up to event 10\nkeys +[\w-]{43}\nverified +yes\n$/);
    match((await run('--file', file('log.ndjson'))).stdout, /from the file itself/);
    await app.store('audit').transaction((em) => em.execute("update event set created_by = 'another' where id = 2"));
    const broken = await run();
    equal(broken.code, 1);
    match(broken.stdout, /verified +no: event 2 was changed\n$/);
    writeFileSync(file('log.ndjson'), String((await get('/events/export?complete=true')).body));
    match((await run('--file', file('log.ndjson'))).stdout, /verified +no: event 2 was changed\n$/);
  });

  it('finds removed checkpoints if the old keys are given', async () => {
    writeFileSync(file('keys.json'), JSON.stringify((await get('/checkpoints')).body));
    await app.store('audit').transaction(async (em) => {
      for (const table of ['checkpoint', 'checkpoint_key']) await em.execute(`delete from ${table}`);
    });
    const { code, stdout } = await run('--key', file('keys.json'));
    equal(code, 1);
    match(stdout, /verified +no: event 10 is not signed: its checkpoint is missing or forged\n$/);
  });

  it('explains why an invalid file cannot be verified, with exit code 2', async () => {
    writeFileSync(file('cut.ndjson'), '{"id":1}\n');
    const cut = await run('--file', file('cut.ndjson'));
    deepEqual([cut.code, cut.stdout], [2, '']);
    match(cut.stderr, /cut\.ndjson cannot be verified: the file has no trailer: [^\n]+\.\n$/);
    equal((await run('--file', file('missing.ndjson'))).code, 2);
  });

  it('rejects an unknown option in one line', async () => {
    const { code, stderr } = await run('--fiel', file('log.ndjson'));
    equal(code, 1);
    match(stderr, /^Unknown option '--fiel'[^\n]*\n$/);
  });
});
