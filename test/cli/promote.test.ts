import { deepEqual, equal, match } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '@signalbox/cli';
import { eventually } from '@signalbox/testing';
import { type CliApp, openCliApp } from './cli.fixture.ts';

const documents = `apiVersion: signalbox.dev/v1
kind: Segment
metadata: { name: nordic }
spec: { constraints: [{ contextName: country, operator: IN, values: [NO, SE] }] }
---
apiVersion: signalbox.dev/v1
kind: ContextField
metadata: { name: country }
spec: {}
---
apiVersion: signalbox.dev/v1
kind: Feature
metadata: { name: checkout }
spec: {}
---
apiVersion: signalbox.dev/v1
kind: Feature
metadata: { name: new-checkout }
spec:
  parents: [{ feature: checkout }]
  environments:
    development:
      enabled: true
      strategies: [{ name: default, segments: [nordic] }]
---
apiVersion: signalbox.dev/v1
kind: Feature
metadata: { name: other }
spec: {}
`;

describe('signalbox promote', () => {
  let app: CliApp;
  let target: CliApp;
  before(async () => {
    [app, target] = await Promise.all([openCliApp(), openCliApp()]);
    const file = join(app.folder, 'all.yaml');
    await writeFile(file, documents);
    equal((await app.signalbox(`apply ${file} --set shop --yes`)).code, exitCodes.done);
  });
  after(async () => {
    await app.close();
    await target.close();
  });

  const names = ({ actions }: { actions: { kind: string; name: string }[] }) => [
    ...new Set(actions.map(({ kind, name }) => `${kind} ${name}`)),
  ];

  it('copies a flag to another environment, and then finds nothing to do', async () => {
    const words = 'promote --from development --to production --flags new-checkout';
    const { code, stdout } = await app.signalbox(`${words} --dry-run`, { isTerminal: true, env: { NO_COLOR: '1' } });
    deepEqual(
      [code, /~ Feature new-checkout in production\n {4}enabled: default → true/.test(stdout)],
      [exitCodes.differences, true],
      stdout,
    );
    const unswitched = await app.signalbox(`${words} --enabled keep --dry-run`, { isTerminal: true, env: { NO_COLOR: '1' } });
    deepEqual([unswitched.code, /enabled:/.test(unswitched.stdout)], [exitCodes.differences, false], unswitched.stdout);
    equal((await app.signalbox(`${words} --yes`)).code, exitCodes.done);
    equal((await app.signalbox(`${words} --dry-run`)).code, exitCodes.done);
  });

  it('overwrites a change in the target only if it is named', async () => {
    equal((await app.signalbox('flag disable new-checkout --environment production')).code, exitCodes.done);
    const words = 'promote --from development --to production --flags new-checkout --yes';
    const { code, stderr } = await app.signalbox(words);
    deepEqual([code, /changed in the target/.test(stderr)], [exitCodes.conflict, true], stderr);
    equal((await app.signalbox(`${words} --overwrite new-checkout`)).code, exitCodes.done);
  });

  it('copies a flag and everything that it uses to another instance', async () => {
    const env = { SIGNALBOX_TO_TOKEN: target.env['SIGNALBOX_TOKEN'] ?? '' };
    const words = `promote --from development --to production --to-url ${target.url} --flags new-checkout`;
    const { code, json } = await app.signalbox(`${words} --dry-run`, { env });
    equal(code, exitCodes.differences);
    deepEqual(names(json), ['ContextField country', 'Segment nordic', 'Feature checkout', 'Feature new-checkout']);
    equal((await app.signalbox(`${words} --yes`, { env })).code, exitCodes.done);
    const { json: flag } = await target.signalbox('flag get new-checkout');
    const [production] = flag.environments.filter(({ name }: { name: string }) => name === 'production');
    deepEqual([production.enabled, production.strategies[0].name, flag.dependencies[0].feature], [true, 'default', 'checkout']);
    equal((await app.signalbox(`${words} --dry-run`, { env })).code, exitCodes.done);
    const [{ id }] = (await app.admin.get('/api/admin/segments')).body.segments;
    equal((await app.admin.put(`/api/admin/segments/${id}`, { name: 'nordic', constraints: [] })).status, 204);
    deepEqual(names((await app.signalbox(`${words} --dry-run`, { env })).json), ['Segment nordic']);
    equal((await app.signalbox(`${words} --segments keep --dry-run`, { env })).code, exitCodes.done);
  });

  it('does not send the token of this instance to the other one', async () => {
    const { code, stderr } = await app.signalbox(`promote --from development --to production --to-url ${target.url} --yes`);
    deepEqual([code, /Run signalbox login/.test(stderr)], [exitCodes.notPermitted, true]);
  });

  it('promotes a signed file, unless it is untrusted, too old or altered', async () => {
    const file = join(app.folder, 'bundle.json');
    const written = await eventually(async () => {
      const answer = await app.signalbox(`promote --from development --flags new-checkout --to-bundle ${file}`);
      equal(answer.code, exitCodes.done, answer.stderr);
      return answer.json;
    });
    const words = `promote --from-bundle ${file} --to development`;
    const refusal = async (more: string) => {
      const { code, stderr } = await target.signalbox(`${words} ${more} --output json`);
      return [code, JSON.parse(stderr).name, JSON.parse(stderr).message];
    };
    const [code, name, message] = await refusal('--dry-run');
    deepEqual([code, name], [exitCodes.error, 'UntrustedBundle']);
    equal(message.endsWith(`If you trust it, add --trusted-key ${written.key}.`), true, message);
    const trust = `--trusted-key ${written.key}`;
    match((await refusal(`${trust} --max-age 0s`))[2], /longer ago than --max-age allows/);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"enabled": true', '"enabled": false'));
    match((await refusal(trust))[2], /was changed after it was signed/);
    const { signature } = JSON.parse(text);
    await writeFile(file, text.replace(signature, signature.replace(/[^.]+$/, 'AAAA')));
    match((await refusal(trust))[2], /The signature of .* is not valid/);
    await writeFile(file, text);
    const { json } = await target.signalbox(`${words} ${trust} --dry-run`);
    deepEqual(names(json), ['Segment nordic', 'Feature new-checkout']);
    equal((await target.signalbox(`${words} ${trust} --yes`)).code, exitCodes.done);
    const { json: flag } = await target.signalbox('flag get new-checkout');
    equal(flag.environments.find((environment: { name: string }) => environment.name === 'development').enabled, true);
  });

  it('accepts another project only on another instance', async () => {
    const { code, stderr } = await app.signalbox('promote --from development --to production --to-project web');
    deepEqual([code, stderr], [exitCodes.error, 'signalbox: --to-project requires --to-url.\n']);
  });
});
