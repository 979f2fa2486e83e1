import { deepEqual, equal, throws } from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSettings, readSettingsFile } from './settings-file.ts';
import { resolveSettings } from './settings.ts';

describe('settings', () => {
  it('come from an option, then a variable, then the file, then the default', () => {
    const file = { path: '/shop/signalbox.json', content: { project: 'shop', environment: 'staging', set: 'backend' } };
    const env = { SIGNALBOX_PROJECT: 'web', SIGNALBOX_ENVIRONMENT: 'production', SIGNALBOX_FILES: 'a.yaml,b.yaml' };
    const { project, environment, set, url, files, token } = resolveSettings({ options: { project: 'app' }, env, file });
    deepEqual(project, { value: 'app', origin: '--project' });
    deepEqual(environment, { value: 'production', origin: 'SIGNALBOX_ENVIRONMENT' });
    deepEqual(files, { value: ['a.yaml', 'b.yaml'], origin: 'SIGNALBOX_FILES' });
    deepEqual(set, { value: 'backend', origin: '/shop/signalbox.json' });
    deepEqual(url, { value: 'http://localhost:4242', origin: 'default' });
    equal(token, undefined);
  });

  it('ignore an empty variable, which CI systems set for missing secrets', () => {
    equal(resolveSettings({ options: {}, env: { SIGNALBOX_TOKEN: '' }, file: undefined }).token, undefined);
  });
});

describe('signalbox.json', () => {
  it('is found in the nearest folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-settings-'));
    try {
      await mkdir(join(folder, 'a/b'), { recursive: true });
      await writeFile(join(folder, 'signalbox.json'), '{ "$schema": "https://example.com/schema.json", "project": "outer" }');
      deepEqual((await readSettingsFile(join(folder, 'a/b')))?.content, { project: 'outer' });
      await writeFile(join(folder, 'a/signalbox.json'), '\ufeff{ "project": "inner" }');
      deepEqual((await readSettingsFile(join(folder, 'a/b')))?.content, { project: 'inner' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  const secrets = [
    '{ "token": "x" }',
    '{ "password": "x" }',
    '{ "set": "user:0123456789abcdef0123456789abcdef" }',
    '{ "set": "default:development.0123456789abcdef0123456789abcdef" }',
    '{ "files": ["*:*.0123456789abcdef0123456789abcdef"] }',
    '{ "identity": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl" }',
  ];
  for (const text of secrets)
    it(`is refused with a secret: ${text}`, () => throws(() => parseSettings('signalbox.json', text), /contains a secret/));

  const mistakes: readonly (readonly [string, RegExp])[] = [
    ['{', /not valid JSON/],
    ['[]', /must contain an object/],
    ['{ "shade": "red" }', /unknown property shade. Use: url, project/],
    ['{ "url": 7 }', /url must be a text/],
    ['{ "files": "*.yaml" }', /files must be a list of texts/],
  ];
  for (const [text, message] of mistakes)
    it(`is refused with a reason: ${text}`, () => throws(() => parseSettings('signalbox.json', text), message));
});
