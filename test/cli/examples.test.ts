import { equal } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands } from '@signalbox/cli';
import { eventually } from '@signalbox/testing';
import { commitFiles, gitIn } from './git.fixture.ts';
import { type CliApp, openCliApp, typedBy } from './cli.fixture.ts';

/** A flag that only the files have. */
const later = 'apiVersion: signalbox.dev/v1\nkind: Feature\nmetadata: { name: later }\nspec: {}\n';

/** They need a running stream or a browser; other tests run them. */
const withoutExamples: readonly string[] = ['events tail', 'login'];

describe('examples of commands', () => {
  let app: CliApp;
  before(async () => {
    app = await openCliApp();
    const config = '/api/admin/projects/default/environments/production/change-requests/config';
    // The service may not know the project yet.
    await eventually(async () => equal((await app.admin.put(config, { changeRequestsEnabled: true, selfApproval: true })).status, 200));
    const constraints = [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }];
    await writeFile(join(app.folder, 'unleash.json'), JSON.stringify({ features: [], featureStrategies: [], featureEnvironments: [] }));
    await writeFile(join(app.folder, 'ids.txt'), 'ann\nbob\nann\n');
    await writeFile(join(app.folder, 'flagd.json'), JSON.stringify({ flags: {} }));
    equal((await app.admin.post('/api/admin/segments', { name: 'nordic', constraints })).status, 201);
  });
  after(() => app.close());

  let event = '';
  /** Waits for the event of the last applied plan. */
  const findPlan = () =>
    eventually(async () => {
      const { json } = await app.signalbox('events search --type plan-applied --limit 1');
      equal(json.length, 1);
      event = String(json[0].id);
    });

  /** Prepares the instance for the examples of a command. */
  const preparations: Readonly<Record<string, () => Promise<unknown>>> = {
    'flag eval': () => app.signalbox('wait-live 2'),
    undo: findPlan,
    plan: () => writeFile(join(app.folder, 'flags/features/later.yaml'), later),
    'code-refs scan': async () => {
      gitIn(app.folder, 'init', '--quiet', '--initial-branch', 'main');
      commitFiles(app.folder, { 'page.ts': "isEnabled('new-checkout');" });
    },
    'change-request reject': async () => {
      equal((await app.signalbox('flag enable wide-banner --environment production --propose')).code, 3);
    },
  };

  for (const { name, examples } of commands) {
    it(`${name} runs them as shown`, async () => {
      equal(examples.length > 0 || withoutExamples.includes(name), true, `${name} has no example`);
      await preparations[name]?.();
      for (const { line, exitCode = 0 } of examples) {
        const words = line
          .replace(/^signalbox /, '')
          .replace(/(?:unleash|flagd)\.json|ids\.txt/, (name) => join(app.folder, name))
          .replace('4711', event);
        const { code, stderr } = await app.signalbox(words, { stdin: typedBy('y\n', true) });
        equal(code, exitCode, `${line}: ${stderr}`);
      }
    });
  }
});
