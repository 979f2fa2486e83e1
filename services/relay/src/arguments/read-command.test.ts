import { deepEqual, equal, throws } from 'node:assert/strict';
import { readSettings } from '@signalbox/kit';
import { allowList, basePath, customClientHeaders, tokens, upstreamUrl } from '../setting/settings.ts';
import { relaySurface } from '../surface.ts';
import { environmentOf, readCommand } from './read-command.ts';

const read = (words: readonly string[], variables: Record<string, string> = {}) =>
  readSettings(environmentOf(readCommand(words), variables), [relaySurface]);

describe('the arguments of a relay', () => {
  it('are those of Unleash Edge, with the same short options', () => {
    const words = '-p 4000 -b /flags edge -u https://example.com/api/ -b /data -t a:b.c --tokens d:e.f -H X-Key:1'.split(' ');
    const settings = read(words);
    deepEqual(
      [settings.port, settings.get(basePath), settings.get(upstreamUrl), settings.dataDir, settings.get(tokens)],
      [4000, '/flags', 'https://example.com', '/data', ['a:b.c', 'd:e.f']],
    );
    deepEqual(settings.get(customClientHeaders), { 'x-key': '1' });
  });

  it('take precedence over the environment', () => {
    const settings = read(['edge', '--allow-list', '10.0.0.0/8'], { ALLOW_LIST: '::1', BACKUP_FOLDER: '/saved', TRUST_PROXY: 'true' });
    deepEqual(
      [settings.get(allowList), settings.dataDir, settings.port, settings.trustedProxies],
      [['10.0.0.0/8'], '/saved', 3063, ['0.0.0.0/0', '::/0']],
    );
  });

  it('name a command, edge by default', () => {
    deepEqual(
      [[], ['offline', '-r', '5'], ['ready', '-e', 'http://a']].map((words) => readCommand(words).name),
      ['edge', 'offline', 'ready'],
    );
    equal(read([]).dataDir, '');
  });

  it('are refused if they are unknown, unsupported or incomplete', () => {
    for (const [words, sentence] of [
      [['edge', '--future'], /^Unknown option '--future'/],
      [['edge', 'cert.pem'], /^Unexpected argument 'cert.pem'/],
      [['run'], /^Unexpected argument 'run'/],
      [['edge', '--tokens'], /'-t, --tokens <value>' argument missing/],
      [['edge', '--redis-url', 'redis://a'], /^REDIS_URL is not supported. Use BACKUP_FOLDER.$/],
      [['edge', '-p', '4000'], /^PRETRUSTED_TOKENS must be tokens/],
      [['--tls-enable', 'edge'], /^TLS_ENABLE is not supported/],
    ] as const)
      throws(() => read(words), { name: 'SettingsProblem', message: sentence });
  });
});
