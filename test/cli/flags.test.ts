import { deepEqual, equal, match } from 'node:assert/strict';
import { exitCodes } from '@signalbox/cli';
import { eventually } from '@signalbox/testing';
import { type CliApp, openCliApp, sessionOf } from './cli.fixture.ts';

describe('signalbox flag', () => {
  let app: CliApp;
  before(async () => {
    app = await openCliApp();
    equal((await app.signalbox('flag create new-checkout --code-default false')).code, exitCodes.done);
  });
  after(() => app.close());

  it('lists flags as JSON in a pipe and as a table in a terminal', async () => {
    const piped = await app.signalbox('flag list');
    deepEqual([piped.code, piped.stderr, piped.json.map(({ name }: { name: string }) => name)], [0, '', ['new-checkout']]);
    const shown = await app.signalbox('feature list', { isTerminal: true, env: { NO_COLOR: '1' } });
    match(shown.stdout, /^NAME +TYPE +DEVELOPMENT +PRODUCTION +STALE\nnew-checkout +release +off +off\n$/);
  });

  it('prints every format', async () => {
    const { stdout: lines } = await app.signalbox('flag list --output ndjson');
    equal(JSON.parse(lines.trimEnd()).name, 'new-checkout');
    match((await app.signalbox('flag list --output yaml')).stdout, /^- name: new-checkout\n/);
    match(
      (await app.signalbox('flag list --output markdown')).stdout,
      /^\| name \| type \| development \| production \| stale \|\n\| --- /,
    );
    match((await app.signalbox('flag list', { env: { SIGNALBOX_OUTPUT: 'yaml' } })).stdout, /^- name/);
  });

  it('reports an unknown flag on stderr, as JSON only on request', async () => {
    const { code, stdout, stderr } = await app.signalbox('flag get nothing');
    deepEqual([code, stdout, stderr], [exitCodes.error, '', 'signalbox: There is no feature nothing in project default.\n']);
    const { stderr: json } = await app.signalbox('flag get nothing --output json');
    deepEqual(JSON.parse(json).name, 'NotFoundError');
    deepEqual(Object.keys(JSON.parse(json)), ['name', 'message', 'details']);
  });

  it('refuses a name that would lead to another operation, such as deleting the project', async () => {
    equal((await app.admin.post('/api/admin/projects', { id: 'kept', name: 'Kept' })).status, 201);
    for (const name of ['..', '.']) {
      const { code, stderr } = await app.signalbox(`flag archive ${name} --project kept`);
      deepEqual([code, stderr], [exitCodes.error, `signalbox: "${name}" is not a name.\n`]);
    }
    equal((await app.admin.get('/api/admin/projects/kept')).status, 200);
  });

  it('enables a flag, waits until applications know, and evaluates it', async () => {
    const { code, json } = await app.signalbox('flag enable new-checkout --environment development --live');
    deepEqual([code, json.enabled, typeof json.revision], [exitCodes.done, true, 'number']);
    await eventually(async () =>
      equal((await app.signalbox('flag eval new-checkout --environment development -u 7 --test')).code, exitCodes.done),
    );
    const off = await app.signalbox('flag eval new-checkout --environment production --test');
    deepEqual([off.code, off.json.enabled], [exitCodes.off, false]);
    const why = await app.signalbox('flag why new-checkout --environment production', { isTerminal: true });
    equal(why.stdout, 'new-checkout is off: the flag is disabled in this environment.\n');
  });

  it('refuses to evaluate a flag in an unknown environment', async () => {
    const { code, stdout, stderr } = await app.signalbox('flag eval new-checkout --environment nope');
    deepEqual([code, stdout, stderr], [exitCodes.error, '', 'signalbox: There is no environment nope.\n']);
  });

  it('refuses a share that is not a whole number from 0 to 100', async () => {
    const add = (rollout: string) => app.signalbox(`strategy add shared --environment development --rollout=${rollout}`);
    for (const rollout of ['25%', 'half', '-5', '101', '1.5', '025']) {
      const { code, stderr } = await add(rollout);
      deepEqual([code, stderr], [exitCodes.error, `signalbox: --rollout must be a whole number from 0 to 100; got ${rollout}.\n`]);
    }
    await app.signalbox('flag create shared');
    for (const rollout of ['0', '7', '100']) equal((await add(rollout)).json.parameters.rollout, rollout);
  });

  it('lists tokens with the ids and masked secrets by which they can be rotated', async () => {
    const { json: token } = await app.signalbox('token create listed --environment development');
    const { stdout } = await app.signalbox('token list', { isTerminal: true, env: { NO_COLOR: '1' } });
    const [, id = '', secret = ''] = /^(\d+) +listed +(\S+) +client +development /m.exec(stdout) ?? [];
    deepEqual([Number(id), secret === token.secret], [token.id, false], stdout);
    match(stdout, /^ID +NAME +SECRET +TYPE +/);
    equal((await app.signalbox(`token rotate ${id}`)).code, exitCodes.done);
  });

  it('proposes a change where direct changes are refused, and exits with 3', async () => {
    const config = '/api/admin/projects/default/environments/production/change-requests/config';
    await eventually(async () => equal((await app.admin.put(config, { changeRequestsEnabled: true })).status, 200));
    const { code, json } = await app.signalbox('flag enable new-checkout --environment production --propose');
    deepEqual([code, json.changeRequest], [exitCodes.waitsForApproval, { id: 1, url: `${app.url}/projects/default/change-requests/1` }]);
    const { json: shown } = await app.signalbox('change-request show 1');
    deepEqual([shown.state, shown.features[0].name], ['In review', 'new-checkout']);
    equal((await app.signalbox('change-request approve 1')).code, exitCodes.notPermitted);
  });

  it('exits with 4 without a token, with 5 for a taken name, and with 6 without a server', async () => {
    equal((await app.signalbox('flag list', { env: { SIGNALBOX_TOKEN: '' } })).code, exitCodes.notPermitted);
    equal((await app.signalbox('flag create new-checkout')).code, exitCodes.conflict);
    const { code, stderr } = await app.signalbox('flag list --url http://127.0.0.1:1');
    deepEqual([code, /cannot be reached/.test(stderr)], [exitCodes.unreachable, true]);
  });

  it('prints the changes of a flag, newest first', async () => {
    await eventually(async () => {
      const { json } = await app.signalbox('flag history new-checkout');
      deepEqual(
        json.map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith('feature-')),
        ['feature-environment-enabled', 'feature-strategy-add', 'feature-created'],
      );
    });
  });

  it('prints events as they happen', async () => {
    let output = '';
    const tail = app.signalbox('events tail --flag tailed --limit 1', { onOutput: (text) => (output += text) });
    await eventually(async () => {
      await app.signalbox('flag create tailed');
      await app.signalbox('flag update tailed --description again');
      match(output, /"type":"feature-/);
    });
    equal((await tail).code, exitCodes.done);
  });

  it('prints events of large changes, and continues after the stream has ended', async () => {
    let streams = 0;
    const fetchOnce: typeof fetch = (url, options) => {
      const isStream = typeof url === 'string' && url.endsWith('/api/admin/changes/stream');
      if (isStream && (streams += 1) === 1) return Promise.resolve(new Response('id: 0\n\n'));
      return fetch(url, options);
    };
    const tail = app.signalbox('events tail --type feature-created --limit 130', { fetch: fetchOnce });
    await eventually(() => equal(streams, 2));
    const names = Array.from({ length: 130 }, (_, index) => `large-${index}`);
    const data = { features: names.map((name) => ({ name, type: 'release' })), featureStrategies: [] };
    const body = { project: 'default', environment: 'development', data };
    equal((await (await sessionOf(app)).post('/api/admin/features-batch/import', body)).status, 200);
    const { code, stdout, stderr } = await tail;
    deepEqual([code, stdout.trim().split('\n').length], [exitCodes.done, 130], stderr);
  });
});
