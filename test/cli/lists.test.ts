import { deepEqual, equal, match } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '@signalbox/cli';
import { type CliApp, openCliApp, typedBy } from './cli.fixture.ts';

describe('signalbox segment upload', () => {
  let app: CliApp;
  let segment = 0;
  before(async () => {
    app = await openCliApp();
    const plan = { contextName: 'plan', operator: 'IN', values: ['gold'] };
    const users = { contextName: 'userId', operator: 'IN', values: ['bob', 'cid'], inverted: true };
    const body = { name: 'beta', description: 'Early ones', constraints: [plan, users] };
    segment = (await app.admin.post('/api/admin/segments', body)).body.id;
    await writeFile(join(app.folder, 'ids.csv'), 'name,id\nAnn,ann\n"Bob, jr",bob\nAnn,ann\n');
  });
  after(() => app.close());

  const read = async () => (await app.admin.get(`/api/admin/segments/${segment}`)).body;
  const words = () => `segment upload beta ${join(app.folder, 'ids.csv')} --column id`;

  it('compares a file without using it, and asks before it does', async () => {
    const before = await read();
    const dryRun = await app.signalbox(`${words()} --dry-run`);
    equal(dryRun.code, exitCodes.done, dryRun.stderr);
    const { json } = dryRun;
    const { size, added, removed, duplicates, serverOnly, used } = json;
    deepEqual(
      { size, added, removed, duplicates, serverOnly, used },
      { size: 2, added: 1, removed: 1, duplicates: 1, serverOnly: false, used: false },
    );
    const declined = await app.signalbox(words(), { stdin: typedBy('n\n', true) });
    equal(declined.code, exitCodes.error);
    match(declined.stderr, /2 ids for beta: 1 added, 1 removed; the file repeats 1\./);
    deepEqual(await read(), before);
  });

  it('replaces the values of the field, and nothing else', async () => {
    const before = await read();
    const { code, json } = await app.signalbox(`${words()} --yes`);
    equal(code, exitCodes.done);
    const listed = { contextName: 'userId', operator: 'IN_LIST', value: json.hash, inverted: true, values: [] };
    const lists = [{ hash: json.hash, size: 2 }];
    deepEqual(await read(), { ...before, constraints: [before.constraints[0], listed], lists, serverOnly: false });
  });
});
