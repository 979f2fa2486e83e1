import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildRelease } from '../../tools/release/build-release.ts';
import { currentVersion } from '../../tools/release/prepare.ts';
import { readKey } from '../../tools/release/sign.ts';
import { root } from '../../tools/testing/root.ts';
import { findTool } from '../deploy/manifests.ts';
import { describeSite } from './site.suite.ts';

interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly sig: string }[];
}

interface Statement {
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
}

interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

/** The page's commands for users who check a release. */
const verification = /^```sh\n([\s\S]*?)^```$/m.exec(
  readFileSync(join(root, 'docs/releases.md'), 'utf8').split(/^## Verify a release$/m)[1] ?? '',
)?.[1];

describe('a release without its image', function () {
  this.timeout(600_000);
  const version = currentVersion();
  let parent: string;
  let folder: string;
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'release-'));
    folder = join(parent, version);
    const key = join(parent, 'key.pem');
    writeFileSync(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await buildRelease({ version, key, folder, platforms: [], now: new Date() }, () => undefined);
  });
  after(() => rm(parent, { recursive: true, force: true }));

  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const shell = (script: string, cwd = folder) => promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd });
  /** Unpacks an archive into a folder of its own. */
  async function unpack(name: string): Promise<string> {
    const target = join(parent, `unpacked-${name}`);
    mkdirSync(target);
    await shell(`tar --extract --file=${name} --directory=${target}`);
    return target;
  }

  it('has all files, and checksums of all of them', () => {
    const files = readdirSync(folder).toSorted();
    deepEqual(files, [
      'NOTES.md',
      'SHA256SUMS',
      'SHA256SUMS.sig',
      'provenance.dsse.json',
      'release-key.pub',
      'sbom.cdx.json',
      `signalbox-${version}.tgz`,
      `signalbox-chart-${version}.tgz`,
      `signalbox-deploy-${version}.tar.gz`,
      `signalbox-docs-${version}.tar.gz`,
      `signalbox-server-${version}-${process.platform}-${process.arch}.tar.gz`,
    ]);
    const summed = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').matchAll(/^[0-9a-f]{64} {2}(\S+)$/gm);
    const signature = ['SHA256SUMS', 'SHA256SUMS.sig', 'release-key.pub'];
    deepEqual(
      [...summed].map(([, name]) => name),
      files.filter((name) => !signature.includes(name)),
    );
  });

  describe('has a documentation site that', () => describeSite(() => unpack(`signalbox-docs-${version}.tar.gz`)));

  it('is verified by the commands of its page, which detect a changed file', async () => {
    ok(verification);
    match((await shell(verification)).stdout, /Signature Verified Successfully/);
    const notes = join(folder, 'NOTES.md');
    const before = readFileSync(notes);
    appendFileSync(notes, ' ');
    await rejects(shell(verification));
    writeFileSync(notes, before);
  });

  it('has a signed provenance of all other files', () => {
    const { payloadType, payload, signatures } = read('provenance.dsse.json') as Envelope;
    const statement = Buffer.from(payload, 'base64');
    const signed = Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${statement.length} ${statement.toString()}`);
    const key = createPublicKey(readFileSync(join(folder, 'release-key.pub')));
    ok(verify(null, signed, key, Buffer.from(signatures[0]?.sig ?? '', 'base64')));
    const { subject } = JSON.parse(String(statement)) as Statement;
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    ok(subject.length > 5);
    for (const { name, digest } of subject) ok(sums.includes(`${digest.sha256}  ${name}\n`), name);
  });

  it('lists the packages of the lockfile, without those of tests', () => {
    const { bomFormat, components } = read('sbom.cdx.json') as Sbom;
    equal(bomFormat, 'CycloneDX');
    const names = components.map(({ name }) => name);
    ok(names.includes('pino') && names.includes('better-sqlite3'));
    ok(!names.includes('mocha') && !names.includes('playwright-core'));
  });

  it('contains a server and a command line that run', async () => {
    const server = await unpack(`signalbox-server-${version}-${process.platform}-${process.arch}.tar.gz`);
    const { stdout } = await shell(`DATA_DIR=data ${process.execPath} bundle/main.js migrate --plan`, server);
    match(stdout, /\d+ to run\.\n$/);
    const cli = await unpack(`signalbox-${version}.tgz`);
    match((await shell(`${process.execPath} package/dist/signalbox.js --help`, cli)).stdout, /Usage: signalbox/);
  });

  it('contains a chart that Helm accepts', async () => {
    const { stdout } = await shell(`${findTool('helm')} template signalbox signalbox-chart-${version}.tgz --set monitoring.enabled=true`);
    match(stdout, /kind: PrometheusRule/);
    match(stdout, new RegExp(`image: "signalbox:${version}"`));
  });

  it('is only signed with an ed25519 key', () => {
    const file = join(parent, 'rsa.pem');
    writeFileSync(file, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }));
    throws(() => readKey(file), /is not an ed25519 key/);
  });
});
