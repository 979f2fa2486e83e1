import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { initAdminApiTokens, initClientApiTokens } from '@signalbox/identity/surface';
import { frameworkSettings, readSettings, settingsOf } from '@signalbox/kit';
import { surfaces } from '@signalbox/standalone/services';
import { describeSettings } from '../../tools/describe-settings.ts';

const every = [...Object.values(frameworkSettings), ...surfaces.flatMap(settingsOf)];

const digits = (count: number) => 'a1'.repeat(count / 2);

/** Problems of these settings, one sentence per line. */
function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment, surfaces);
  } catch (error) {
    equal((error as Error).name, 'SettingsProblem');
    return (error as Error).message.split('\n');
  }
  return [];
}

describe('settings', () => {
  it('have defaults that allow a single process to start', () => {
    const settings = readSettings({}, surfaces);
    const { port, databaseUrl, busUrls, cacheUrls, internalSecrets, encryptionKeys } = settings;
    deepEqual(
      { port, databaseUrl, busUrls, cacheUrls, internalSecrets, encryptionKeys },
      { port: 4242, databaseUrl: 'sqlite:', busUrls: ['memory:'], cacheUrls: ['memory:'], internalSecrets: [], encryptionKeys: [] },
    );
    deepEqual(settings.get(initAdminApiTokens), []);
  });

  it('are read by name and parsed', () => {
    const environment = {
      PORT: '0',
      SECURE_COOKIES: 'true',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      BASE_URL: 'https://signalbox.example',
      INIT_CLIENT_API_TOKENS: `default:development.${digits(56)},*:production.${digits(64)}`,
    };
    const settings = readSettings(environment, surfaces);
    equal(settings.port, 0);
    equal(settings.secureCookies, true);
    deepEqual(settings.trustedProxies, ['10.0.0.0/8', '::1']);
    equal(settings.baseUrl, 'https://signalbox.example');
    equal(settings.get(initClientApiTokens).length, 2);
  });

  it('report all problems together, each in a sentence with the name of the setting', () => {
    const problems = problemsOf({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'postgres://x',
      BUS_URL: 'nowhere',
      SECURE_COOKIES: 'yes',
    });
    deepEqual(problems, [
      'PORT must be an integer from 0 to 65535.',
      'LOG_LEVEL must be one of debug, info, warn, error, silent.',
      'DATABASE_URL must be a URL that starts with sqlite: or mysql:.',
      'BUS_URL must be a URL that starts with memory: or amqp: or amqps:.',
      'SECURE_COOKIES must be one of true, false.',
    ]);
  });

  for (const origins of ['*', '', 'https://a.example, http://localhost:3000']) {
    it(`accept ${JSON.stringify(origins)} as origins`, () => {
      deepEqual(
        readSettings({ FRONTEND_ORIGINS: origins }, surfaces).frontendOrigins,
        origins.split(', ').filter((origin) => origin !== ''),
      );
    });
  }

  for (const wrong of ['a.example', 'https://a.example/', 'https://*.example', 'HTTPS://A.example', 'null']) {
    it(`reject ${wrong} as an origin and name it`, () => {
      const [problem = '', ...others] = problemsOf({ FRONTEND_ORIGINS: `https://good.example, ${wrong}` });
      match(problem, /^FRONTEND_ORIGINS must be/);
      ok(problem.endsWith(`got ${wrong}.`));
      deepEqual(others, []);
    });
  }

  for (const wrong of ['proxy.example.com', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::1/129', '10.0.0']) {
    it(`reject ${wrong} as a proxy and name it`, () => {
      const [problem = '', ...others] = problemsOf({ TRUSTED_PROXIES: `10.0.0.0/8, fd00::/8, ${wrong}` });
      match(problem, /^TRUSTED_PROXIES must be/);
      ok(problem.endsWith(`got ${wrong}.`));
      deepEqual(others, []);
    });
  }

  for (const [name, wrong] of [
    ['DATABASE_PREFIX', 'a`b'],
    ['DATABASE_PREFIX', 'x'.repeat(41)],
    ['INIT_ADMIN_USERNAME', ''],
    ['INIT_ADMIN_USERNAME', ' admin'],
    ['INIT_ADMIN_USERNAME', 'a'.repeat(101)],
  ] as const) {
    it(`reject ${JSON.stringify(wrong)} as ${name}`, () => {
      const [problem = '', ...others] = problemsOf({ [name]: wrong });
      ok(problem.startsWith(`${name} must `), problem);
      deepEqual(others, []);
    });
  }

  for (const port of ['', ' ', '1e3', '0x10', '4242.0', '-1', 'http']) {
    it(`reject ${JSON.stringify(port)} as a number`, () => {
      deepEqual(problemsOf({ PORT: port }), ['PORT must be an integer from 0 to 65535.']);
    });
  }

  it('never include a secret in a problem', () => {
    const secret = `default:development.${digits(40)}`;
    const problems = problemsOf({ INIT_ADMIN_API_TOKENS: secret, INTERNAL_SECRET: 'hunter2', DATABASE_URL: 'pg://root:hunter2@db' });
    equal(problems.length, 3);
    ok(!problems.join().includes(digits(40)));
    ok(!problems.join().includes('hunter2'));
  });

  for (const name of ['INIT_ADMIN_API_TOKENS', 'INIT_CLIENT_API_TOKENS', 'INIT_FRONTEND_API_TOKENS']) {
    it(`reject tokens under 224 bits in ${name}`, () => {
      const [problem] = problemsOf({ [name]: `*:*.${digits(56)},*:*.${digits(54)}` });
      match(problem ?? '', new RegExp(`^${name} contains a token of 216 bits; at least 224 are required`));
      deepEqual(problemsOf({ [name]: `*:*.${digits(56)}` }), []);
    });

    it(`reject invalid tokens in ${name}`, () => {
      for (const text of ['abc', `*.${digits(56)}`, `*:*:${digits(56)}`, `*:*.${'g'.repeat(56)}`]) {
        match(problemsOf({ [name]: text })[0] ?? '', /must be tokens of the form project:environment\.hex/);
      }
    });
  }

  for (const name of ['INTERNAL_SECRET', 'ENCRYPTION_KEY']) {
    it(`require 32 characters for every secret in ${name}, the newest first`, () => {
      const [newest, old] = ['n'.repeat(32), 'o'.repeat(32)];
      match(problemsOf({ [name]: 'x'.repeat(31) })[0] ?? '', new RegExp(`^${name} must have at least 32 characters`));
      match(problemsOf({ [name]: `${newest},x` })[0] ?? '', new RegExp(`^${name} must have at least 32 characters`));
      const { internalSecrets, encryptionKeys } = readSettings({ [name]: `${newest}, ${old}` }, surfaces);
      deepEqual([...internalSecrets, ...encryptionKeys], [newest, old]);
    });
  }

  it('throw only SettingsProblem', () => {
    throws(() => readSettings({ PORT: 'x' }, surfaces), { name: 'SettingsProblem' });
  });
});

describe('describeSettings', () => {
  const page = describeSettings(surfaces);

  it('has one row for each setting, with its default and description', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    equal(rows.length, every.length);
    ok(rows.includes('| `PORT` | `4242` | Port of the public service, or of the only service in the process. |'));
    ok(rows.includes('| `HOST` | empty | Address to listen on. Empty: all addresses. |'));
    for (const row of rows) equal(row.replaceAll('\\|', '').split('|').length, 5, row);
  });

  it('marks secrets and nothing else', () => {
    const marked = page.split('\n').flatMap((line) => (line.includes('**Secret.**') ? [line.split('`')[1]] : []));
    const secrets = every.flatMap(({ name, secret }) => (secret ? [name] : []));
    deepEqual(marked, secrets);
    ok(marked.includes('INTERNAL_SECRET') && !marked.includes('PORT'));
  });

  it('ends with one newline', () => {
    ok(page.endsWith('|\n') && !page.endsWith('\n\n'));
  });
});
