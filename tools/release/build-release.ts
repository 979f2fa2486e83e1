import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCli } from '../../packages/cli/src/bundle.ts';
import { bundle } from '../../services/standalone/src/bundle.ts';
import { root } from '../testing/root.ts';
import { sectionOf } from './changelog.ts';
import { changesFor, git } from './history.ts';
import { readKey, signFolder } from './sign.ts';

export interface ReleaseOptions {
  readonly version: string;
  /** File with the private key. */
  readonly key: string;
  /** New folder for the files. */
  readonly folder: string;
  /** Platforms of the image, such as `linux/amd64`. Empty: no image is built. */
  readonly platforms: readonly string[];
  /** Starts before anything else. */
  readonly now: Date;
}

/** Builds all files of a release into one folder and signs them. Reports each step. */
export async function buildRelease(
  { version, key, folder, platforms, now }: ReleaseOptions,
  report: (step: string) => void,
): Promise<void> {
  const signer = readKey(key);
  const revision = git('rev-parse', 'HEAD');
  mkdirSync(folder, { recursive: true });
  const file = (name: string) => join(folder, name);
  const archive = (name: string, parent: string, ...paths: string[]) => {
    const epoch = git('log', '-1', '--format=%ct');
    run(
      'tar',
      '--create',
      '--gzip',
      '--sort=name',
      `--mtime=@${epoch}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      `--file=${file(name)}`,
      `--directory=${parent}`,
      ...paths,
    );
    report(name);
  };
  node('docs/node_modules/vitepress/bin/vitepress.js', 'build', 'docs');
  archive(`signalbox-docs-${version}.tar.gz`, join(root, 'docs/.vitepress/dist'), '.');
  await bundle();
  archive(`signalbox-server-${version}-${process.platform}-${process.arch}.tar.gz`, root, 'bundle');
  await bundleCli();
  run('npm', 'pack', './packages/cli/dist', '--silent', '--pack-destination', folder);
  report('the command line');
  run(
    'git',
    'archive',
    '--format=tar.gz',
    `--output=${file(`signalbox-deploy-${version}.tar.gz`)}`,
    'HEAD',
    'docker-compose.yml',
    '.env.example',
    'deploy',
  );
  report('deployment files');
  const asChart = ['--dereference', '--transform=s,^chart,signalbox,', 'chart'];
  archive(`signalbox-chart-${version}.tgz`, join(root, 'deploy'), ...asChart);
  for (const platform of platforms) {
    const args = ['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${revision}`, '--tag', `signalbox:${version}`];
    const name = `signalbox-image-${version}-${platform.replace('/', '-')}.tar`;
    run('docker', 'buildx', 'build', '--platform', platform, ...args, '--output', `type=docker,dest=${file(name)}`, '.');
    report(name);
  }
  writeSbom(file('sbom.cdx.json'));
  report('sbom.cdx.json');
  writeFileSync(file('NOTES.md'), notesOf(version, now));
  const startedOn = now.toISOString();
  signFolder(folder, signer, { version, revision, command: `npm run release -- ${version}`, node: process.version, startedOn });
  report('provenance, checksums and signature');
}

/** Components of the lockfile, as CycloneDX. */
function writeSbom(file: string): void {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string };
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application', '--prod'];
  writeFileSync(file, run('npx', '--yes', packageManager, ...words));
}

/** The section of CHANGELOG.md, or the one that `--prepare` would write. */
function notesOf(version: string, now: Date): string {
  const changelog = git('ls-files', 'CHANGELOG.md') === '' ? '' : readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const section = changelog.split(/^(?=## )/m).find((part) => part.startsWith(`## ${version} `));
  return section ?? sectionOf(changesFor(version, now.toISOString().slice(0, 10)));
}

const node = (...words: string[]): string => run(process.execPath, ...words);
const run = (executable: string, ...words: string[]): string =>
  execFileSync(executable, words, { cwd: root, encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'] });
