import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '@signalbox/cli';
import { type CliApp, openCliApp } from './cli.fixture.ts';

const root = join(import.meta.dirname, '../..');
const clients = ['unleash-client', 'unleash-proxy-client', 'react', 'vue'] as const;

const correct: Readonly<Record<(typeof clients)[number], string>> = {
  'unleash-client': `import { initialize } from 'unleash-client';
import { payloadOf, withFlags } from './unleash-client.ts';
const flags = withFlags(initialize({ url: 'http://localhost:4242/api', appName: 'shop' }));
export const isOn: boolean = flags.isEnabled('new-checkout', { userId: '7' });
const variant = flags.getVariant('banner');
export const name: 'red' | 'blue' | 'disabled' = variant.name;
const payload = payloadOf('banner', variant);
export const size: number = typeof payload === 'object' ? payload.size : (payload ?? 0);
`,
  'unleash-proxy-client': `import { UnleashClient } from 'unleash-proxy-client';
import { withFlags } from './unleash-proxy-client.ts';
const flags = withFlags(new UnleashClient({ url: 'http://localhost:4242/api/frontend', clientKey: '', appName: 'shop' }));
export const name: 'red' | 'blue' | 'disabled' = flags.getVariant('banner').name;
`,
  react: `import { useFlag, useVariant } from './react.ts';
export const isOn: boolean = useFlag('new-checkout');
export const name: 'red' | 'blue' | 'disabled' | undefined = useVariant('banner').name;
`,
  vue: `import { useFlag, useVariant } from './vue.ts';
export const isOn: boolean = useFlag('new-checkout').value;
export const name: 'red' | 'blue' | 'disabled' | undefined = useVariant('banner').value?.name;
`,
};

const wrong = `import { withFlags } from './unleash-client.ts';
declare const flags: ReturnType<typeof withFlags>;
flags.isEnabled('new-chekcout');
export const isGreen = flags.getVariant('banner').name === 'green';
`;

describe('signalbox generate typescript', () => {
  let app: CliApp;
  let folder: string;
  before(async () => {
    app = await openCliApp();
    folder = await mkdtemp(join(root, 'test/cli/generated-'));
    await app.signalbox('flag create new-checkout --description "One page */ instead of three"');
    await app.signalbox('flag create banner');
    const environment = '/api/admin/projects/default/features/banner/environments/development';
    const variants = [
      {
        name: 'red',
        weight: 500,
        weightType: 'variable',
        stickiness: 'default',
        payload: { type: 'json', value: '{"size":1,"color":null}' },
      },
      { name: 'blue', weight: 500, weightType: 'variable', stickiness: 'default', payload: { type: 'number', value: '7' } },
    ];
    equal(
      (await app.admin.post(`${environment}/strategies`, { name: 'flexibleRollout', parameters: { rollout: '100' }, variants })).status,
      200,
    );
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await app.close();
  });

  const generate = (client: string, words = '') =>
    app.signalbox(`generate typescript --client ${client} --file ${client}.ts ${words}`, { cwd: folder });

  it('writes code that type-checks against each SDK, and rejects unknown names', async () => {
    for (const client of clients) {
      equal((await generate(client)).code, exitCodes.done);
      await writeFile(join(folder, `${client}.use.ts`), correct[client]);
    }
    await writeFile(join(folder, 'wrong.use.ts'), wrong);
    const options = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { incremental: false, lib: ['esnext', 'dom'] },
      include: [folder],
      exclude: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
    const output = await new Promise<string>((resolve) => {
      execFile(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], { cwd: root }, (_, stdout) => resolve(stdout));
    });
    const mistakes = output.split('\n').filter((line) => /error TS/.test(line));
    deepEqual(
      mistakes.map((line) => /(\w+)\.use\.ts.*error (TS\d+)/.exec(line)?.slice(1).join(' ') ?? line),
      ['wrong TS2345', 'wrong TS2367'],
    );
  });

  it('finds a file that is out of date, and leaves a current file alone', async () => {
    await generate('vue');
    equal((await generate('vue', '--check')).code, exitCodes.done);
    await app.signalbox('flag create later');
    const before = await readFile(join(folder, 'vue.ts'), 'utf8');
    equal((await generate('vue', '--check')).code, exitCodes.differences);
    equal(await readFile(join(folder, 'vue.ts'), 'utf8'), before);
    match((await app.signalbox('generate typescript')).stdout, /readonly "later": Readonly<Record<never, never>>;/);
  });
});
