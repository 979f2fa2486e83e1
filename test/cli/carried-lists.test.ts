import { deepEqual, equal, match } from 'node:assert/strict';
import { access, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '@signalbox/cli';
import { eventually } from '@signalbox/testing';
import { type CliApp, openCliApp } from './cli.fixture.ts';

const base = '/api/admin/projects/default';

/** Each way of a segment out of an instance and into another, and what carries the ids of its lists. */
describe('lists of ids between instances', () => {
  let app: CliApp;
  let hash = '';
  const targets: CliApp[] = [];
  before(async () => {
    app = await openCliApp();
    hash = await upload('bob', 'ann');
    const segment = { name: 'beta', constraints: [listed(hash)] };
    const { id } = (await app.admin.post('/api/admin/segments', segment)).body;
    equal((await app.admin.post(`${base}/features`, { name: 'listed' })).status, 201);
    const strategies = `${base}/features/listed/environments/development/strategies`;
    equal((await app.admin.post(strategies, { name: 'default', segments: [id] })).status, 200);
  });
  after(async () => {
    await app.close();
    for (const target of targets) await target.close();
  });

  const listed = (value: string) => ({ contextName: 'userId', operator: 'IN_LIST', value });
  const upload = async (...ids: string[]): Promise<string> => {
    const options = { raw: ids.join('\n'), headers: { 'content-type': 'text/plain' } };
    return (await app.admin.post('/api/admin/segment-lists', undefined, options)).body.hash;
  };
  /** A new instance, and the command line of its administrator. */
  async function openTarget(): Promise<CliApp> {
    const target = await openCliApp();
    targets.push(target);
    return target;
  }
  const contentOf = async ({ admin }: CliApp) => (await admin.get(`/api/admin/segment-lists/${hash}`)).body;
  const hashesOf = async ({ admin }: CliApp) =>
    (await admin.get('/api/admin/segments')).body.segments.map(({ lists }: { lists: { hash: string }[] }) => lists[0]?.hash);
  const listFile = (folder: string) => join(folder, `flags/lists/${hash}.txt`);
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );

  it('are exported next to the documents, and uploaded before a plan', async () => {
    const { code, json, stderr } = await app.signalbox('export --directory flags');
    equal(code, exitCodes.done, stderr);
    equal(await readFile(listFile(app.folder), 'utf8'), 'ann\nbob\n');
    equal(json.files > 2, true);
    const target = await openTarget();
    await cp(join(app.folder, 'flags'), join(target.folder, 'flags'), { recursive: true });
    for (const pattern of ['flags/**/*.yaml', 'flags/**'].toReversed())
      equal((await target.signalbox(`plan '${pattern}' --set shop`)).code, exitCodes.differences);
    equal(await contentOf(target), 'ann\nbob\n');
    equal((await target.signalbox("apply 'flags/**' --set shop --yes")).code, exitCodes.done);
    deepEqual(await hashesOf(target), [hash]);
    equal((await target.signalbox("plan 'flags/**' --set shop")).code, exitCodes.done);
  });

  it('are missed with an advice, and refused with another content', async () => {
    const target = await openTarget();
    await mkdir(join(target.folder, 'flags'));
    await cp(join(app.folder, 'flags/segments'), join(target.folder, 'flags/segments'), { recursive: true });
    const missing = await target.signalbox('plan flags/segments/beta.yaml --set shop --output json');
    equal(missing.code, exitCodes.error);
    const problem = JSON.parse(missing.stderr);
    equal(problem.name, 'ListMissing');
    match(problem.message, new RegExp(`lacks the list ${hash} of the segment beta.*Export them again with --directory`));
    await mkdir(join(target.folder, 'flags/lists'));
    await writeFile(listFile(target.folder), 'ann\nbob\ncid\n');
    const changed = await target.signalbox('plan flags/segments/beta.yaml --set shop --output json');
    equal(JSON.parse(changed.stderr).name, 'ListDamaged');
    equal((await target.admin.get(`/api/admin/segment-lists/${hash}`)).status, 404);
  });

  it('are deleted from an export once no segment names them', async () => {
    const [{ id }] = (await app.admin.get('/api/admin/segments')).body.segments;
    const write = async (value: string) =>
      equal((await app.admin.put(`/api/admin/segments/${id}`, { name: 'beta', constraints: [listed(value)] })).status, 204);
    await write(await upload('cid'));
    const { json } = await app.signalbox('export --directory flags');
    deepEqual(json.deleted, [`lists/${hash}.txt`]);
    equal(await isThere(listFile(app.folder)), false);
    await write(hash);
    equal((await app.signalbox('export --directory flags')).code, exitCodes.done);
    equal(await isThere(listFile(app.folder)), true);
  });

  it('are promoted to another instance directly', async () => {
    const target = await openTarget();
    const env = { SIGNALBOX_TO_TOKEN: target.env['SIGNALBOX_TOKEN'] ?? '' };
    const words = `promote --from development --to production --to-url ${target.url}`;
    const { code, stderr } = await app.signalbox(`${words} --yes`, { env });
    equal(code, exitCodes.done, stderr);
    deepEqual([await hashesOf(target), await contentOf(target)], [[hash], 'ann\nbob\n']);
  });

  it('are promoted from the files next to a signed bundle', async () => {
    const target = await openTarget();
    const folder = join(app.folder, 'bundles');
    await mkdir(folder);
    const { key } = await eventually(async () => {
      const answer = await app.signalbox(`promote --from development --to-bundle ${folder}/bundle.json`);
      equal(answer.code, exitCodes.done, answer.stderr);
      return answer.json;
    });
    const words = `promote --from-bundle ${folder}/bundle.json --to development --trusted-key ${key}`;
    const { code, stderr } = await target.signalbox(`${words} --yes`);
    equal(code, exitCodes.done, stderr);
    deepEqual([await hashesOf(target), await contentOf(target)], [[hash], 'ann\nbob\n']);
    await rm(join(folder, 'lists'), { recursive: true });
    const other = await openTarget();
    match((await other.signalbox(`${words} --dry-run`)).stderr, /lacks the list/);
  });

  it('are only named by a state file, which another instance refuses until the list is uploaded', async () => {
    const target = await openTarget();
    const state = (await app.admin.get('/api/admin/state/export')).body;
    deepEqual(state.segments[0].constraints[0].value, hash);
    const only = { version: state.version, segments: state.segments };
    const refused = await target.admin.post('/api/admin/state/import', only);
    equal(refused.status, 400);
    match(refused.body.message, /Upload the list first/);
    const options = { raw: 'ann\nbob\n', headers: { 'content-type': 'text/plain' } };
    equal((await target.admin.post('/api/admin/segment-lists', undefined, options)).status, 201);
    equal((await target.admin.post('/api/admin/state/import', only)).status, 202);
    deepEqual(await hashesOf(target), [hash]);
  });

  it('are not in an export of features, which names segments only', async () => {
    const { body } = await app.admin.post('/api/admin/features-batch/export', { project: 'default', environment: 'development' });
    deepEqual(
      body.segments.map((segment: object) => Object.keys(segment)),
      [['id', 'name']],
    );
  });
});
