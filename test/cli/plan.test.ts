import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '@signalbox/cli';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type CliApp, openCliApp, typedBy } from './cli.fixture.ts';

const documents = (rollout: string, enabled = true) => `apiVersion: signalbox.dev/v1
kind: Segment
metadata: { name: nordic, project: default }
spec: { constraints: [{ contextName: country, operator: IN, values: [NO, SE] }] }
---
apiVersion: signalbox.dev/v1
kind: Feature
metadata: { name: new-checkout, project: default }
spec:
  description: One page instead of three
  environments:
    development:
      enabled: ${enabled}
      strategies:
        - key: share
          name: flexibleRollout
          parameters: { rollout: "${rollout}", stickiness: default, groupId: new-checkout }
          segments: [nordic]
`;

describe('signalbox plan and apply', () => {
  let app: CliApp;
  before(async () => {
    app = await openCliApp();
    await mkdir(join(app.folder, 'flags'));
    await writeFile(join(app.folder, 'signalbox.json'), JSON.stringify({ set: 'shop', files: ['flags/**/*.yaml'] }));
    await write(documents('25'));
  });
  after(() => app.close());

  const write = (text: string, name = 'checkout') => writeFile(join(app.folder, `flags/${name}.yaml`), text);

  it('plan without writing anything, and exit with 2', async () => {
    const { code, stdout } = await app.signalbox('plan', { isTerminal: true, env: { NO_COLOR: '1' } });
    equal(code, exitCodes.differences);
    match(stdout, /\+ Segment nordic\n[\s\S]*\+ Feature new-checkout\n {4}description: "One page instead of three"\n[\s\S]*in development/);
    match(stdout, /Plan: \d to create, \d to update, 0 to delete; 0 unchanged\.\n$/);
    equal((await app.signalbox('flag get new-checkout')).code, exitCodes.error);
    equal((await app.signalbox('diff')).code, exitCodes.differences);
  });

  it('apply after a confirmation, and then find nothing to do', async () => {
    const silent = await app.signalbox('apply');
    deepEqual([silent.code, /Use --yes/.test(silent.stderr)], [exitCodes.error, true]);
    const declined = await app.signalbox('apply', { stdin: typedBy('n\n', true) });
    deepEqual([declined.code, declined.stdout], [exitCodes.error, '']);
    const { code, json } = await app.signalbox('apply', { stdin: typedBy('y\n', true) });
    deepEqual([code, json.changeRequests], [exitCodes.done, []]);
    ok(json.applied > 0);
    equal((await app.signalbox('plan')).code, exitCodes.done);
    deepEqual((await app.signalbox('apply --yes')).json, { id: null, applied: 0, changeRequests: [] });
  });

  it('explain who applied what', async () => {
    await write(documents('40'));
    await eventually(async () => {
      const { stdout } = await app.signalbox('plan --explain', { isTerminal: true, env: { NO_COLOR: '1' } });
      match(stdout, /\n {4}last applied by admin at .*: the set shop, plan [0-9a-f]{12}\n/);
    });
    await write(documents('25'));
  });

  it('explain who changed what by hand', async () => {
    equal((await app.signalbox('flag disable new-checkout --environment development')).code, exitCodes.done);
    await eventually(async () => {
      const { stdout } = await app.signalbox('plan --explain', { isTerminal: true, env: { NO_COLOR: '1' } });
      match(
        stdout,
        /~ Feature new-checkout in development\n {4}enabled: default → true\n {4}last changed by hand by admin at .*: feature-environment-disabled/,
      );
    });
    const { stdout } = await app.signalbox('plan --explain --output markdown');
    match(
      stdout,
      /^### Plan for default\n\nPlan: 0 to create, 1 to update[\s\S]*```diff\n! Feature new-checkout in development[\s\S]*Hash: `[0-9a-f]{64}`\n$/,
    );
  });

  it('refuse to apply another plan than the reviewed one', async () => {
    const { json: plan } = await app.signalbox('plan');
    await write(documents('50'));
    const { code, stderr } = await app.signalbox(`apply --yes --expect ${plan.hash} --output json`);
    deepEqual([code, JSON.parse(stderr).name], [exitCodes.conflict, 'PlanChanged']);
    const { json: next } = await app.signalbox('plan');
    equal((await app.signalbox(`apply --yes --expect ${next.hash}`)).code, exitCodes.done);
  });

  it('undo an applied plan as one, by its id or by its event', async () => {
    await write(documents('60'));
    const { json: applied } = await app.signalbox('apply --yes');
    equal((await app.signalbox(`undo ${applied.id} --dry-run`)).code, exitCodes.differences);
    const { code, json: undone } = await app.signalbox(`undo ${applied.id} --yes`);
    deepEqual([code, undone.applied], [exitCodes.done, 1]);
    equal((await app.signalbox('plan')).code, exitCodes.differences);
    const event = await eventually(async () => {
      const { json: events } = await app.signalbox('events search --type plan-applied --limit 1');
      equal(events[0].data.id, undone.id);
      return events[0].id;
    });
    equal((await app.signalbox(`undo ${event} --yes`)).code, exitCodes.done);
    equal((await app.signalbox('plan')).code, exitCodes.done);
  });

  it('undo one change by its event', async () => {
    equal((await app.signalbox('flag disable new-checkout --environment development')).code, exitCodes.done);
    const event = await eventually(async () => {
      const { json: events } = await app.signalbox('flag history new-checkout --limit 1');
      equal(events[0].type, 'feature-environment-disabled');
      return events[0].id;
    });
    match((await app.signalbox(`undo ${event}`, { stdin: typedBy('y\n', true) })).stderr, /^Turn on new-checkout in development/);
    equal((await app.signalbox('plan')).code, exitCodes.done);
  });

  it('delete only what the same set created', async () => {
    await app.signalbox('flag create by-hand');
    await write('{}', 'checkout');
    await write(documents('50').split('---\n')[0] ?? '', 'checkout');
    const { json } = await app.signalbox('plan --prune');
    deepEqual(
      json.actions.map(({ op, kind, name }: { op: string; kind: string; name: string }) => [op, kind, name]),
      [['delete', 'Feature', 'new-checkout']],
    );
    await write(documents('50'));
  });

  it('name the file of a mistake', async () => {
    await write('apiVersion: signalbox.dev/v1\nkind: Feature\nmetadata: { name: a }\nspec: { shade: red }\n', 'wrong');
    const { code, stderr } = await app.signalbox('plan flags/checkout.yaml flags/wrong.yaml');
    deepEqual([code, /flags\/wrong\.yaml/.test(stderr)], [exitCodes.error, true], stderr);
    await write('', 'wrong');
  });

  it('export files that plan to nothing', async () => {
    const { json } = await app.signalbox('export --directory exported');
    ok(json.files >= 3);
    match(
      await readFile(join(app.folder, 'exported/features/new-checkout.yaml'), 'utf8'),
      /^apiVersion: signalbox.dev\/v1\nkind: Feature\n/,
    );
    deepEqual([(await app.signalbox('plan exported/**/*.yaml --set shop')).code], [exitCodes.done]);
    const stream = await app.signalbox('export --environment development');
    await writeFile(join(app.folder, 'stream.yaml'), stream.stdout);
    equal((await app.signalbox('plan stream.yaml')).code, exitCodes.done);
    const list = await app.signalbox('export --output json');
    await writeFile(join(app.folder, 'list.json'), list.stdout);
    equal((await app.signalbox('plan list.json')).code, exitCodes.done);
  });

  it('export without the files of flags that are gone, but keep files that users wrote', async () => {
    const exportFiles = () => app.signalbox('export --directory again');
    await app.signalbox('flag create gone');
    await app.signalbox('flag create edited');
    deepEqual((await exportFiles()).json.deleted, []);
    const file = (name: string) => join(app.folder, `again/features/${name}.yaml`);
    await writeFile(file('mine'), (await readFile(file('gone'), 'utf8')).replace('gone', 'mine'));
    await writeFile(file('edited'), `# Mine\n${await readFile(file('edited'), 'utf8')}`);
    for (const name of ['gone', 'edited']) equal((await app.signalbox(`flag archive ${name}`)).code, exitCodes.done);
    deepEqual((await exportFiles()).json.deleted, ['features/gone.yaml']);
    const { json } = await app.signalbox('plan again/** --set shop');
    deepEqual(
      json.actions.map(({ name }: { name: string }) => name),
      ['edited', 'mine'],
    );
  });

  it('send protected changes to review, exit with 3, and wait for the approval', async () => {
    const config = '/api/admin/projects/default/environments/development/change-requests/config';
    await eventually(async () => equal((await app.admin.put(config, { changeRequestsEnabled: true })).status, 200));
    const env = { SIGNALBOX_TOKEN: await editorToken(app) };
    await write(documents('75'));
    const { code, json, stderr } = await app.signalbox('apply --yes', { env });
    equal(code, exitCodes.waitsForApproval, stderr);
    const [{ id, environment, url }] = json.changeRequests;
    deepEqual([environment, url], ['development', `${app.url}/projects/default/change-requests/${id}`]);
    equal((await app.signalbox(`change-request show ${id}`)).json.state, 'In review');
    await write(documents('80'));
    const waiting = app.signalbox('apply --yes --wait applied --timeout 20s', { env });
    const next = await eventually(async () => {
      const { json: found } = await app.signalbox('change-request list --state in-review');
      equal(found.length, 2);
      return Math.max(...found.map((request: { id: number }) => request.id));
    });
    equal((await app.signalbox(`change-request approve ${next}`)).code, exitCodes.done);
    equal((await app.signalbox(`change-request apply ${next}`)).code, exitCodes.done);
    deepEqual((await waiting).code, exitCodes.done);
    equal((await app.signalbox('plan')).code, exitCodes.done);
    await write(documents('85'));
    await eventually(async () => match((await app.signalbox('plan --explain')).stdout, /last changed by [^"]* with a change request/));
  });

  it('stop waiting when the change request is rejected', async () => {
    await write(documents('90'));
    const waiting = app.signalbox('apply --yes --wait approved', { env: { SIGNALBOX_TOKEN: await editorToken(app) } });
    const id = await eventually(async () => {
      const { json: found } = await app.signalbox('change-request list --state in-review');
      equal(found.length, 2);
      return Math.max(...found.map((request: { id: number }) => request.id));
    });
    equal((await app.signalbox(`change-request reject ${id}`)).code, exitCodes.done);
    const { code, stderr } = await waiting;
    deepEqual([code, /is rejected or cancelled/.test(stderr)], [exitCodes.error, true]);
  });
});

/** A token of a service account that cannot skip change requests. */
async function editorToken({ admin }: CliApp): Promise<string> {
  const name = `deploys-${randomUUID()}`;
  const account = await admin.post('/api/admin/service-account', { name, rootRole: roleIds.editor });
  equal(account.status, 201, JSON.stringify(account.body));
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const token = await admin.post(`/api/admin/service-account/${account.body.id}/token`, { description: name, expiresAt });
  equal(token.status, 201, JSON.stringify(token.body));
  return token.body.secret;
}
