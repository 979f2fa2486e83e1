// Builds a release: `npm run release -- 0.2.0 --key FILE`. docs/releasing.md describes the steps.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildRelease } from './release/build-release.ts';
import { commitsSince, git } from './release/history.ts';
import { currentVersion, prepare } from './release/prepare.ts';
import { outdatedSuites, readPassed, requiredSuites } from './release/suite-records.ts';
import { root } from './testing/root.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    prepare: { type: 'boolean', default: false },
    key: { type: 'string' },
    to: { type: 'string' },
    platforms: { type: 'string', default: 'linux/amd64,linux/arm64' },
    'without-image': { type: 'boolean', default: false },
  },
});
const [version = ''] = positionals;

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const now = new Date();
if (!/^\d+\.\d+\.\d+$/.test(version)) refuse('Name the version: npm run release -- 0.2.0');
if (git('status', '--porcelain') !== '') refuse('Commit or discard your changes first: a release is built from a commit.');
if (values.prepare) {
  prepare(version, now.toISOString().slice(0, 10));
  console.log(`Wrote ${version} and CHANGELOG.md. Review and commit them, then tag the commit: git tag v${version}`);
} else {
  const folder = resolve(values.to ?? join(root, 'release', version));
  if (version !== currentVersion())
    refuse(`The version of this commit is ${currentVersion()}. Run npm run release -- ${version} --prepare.`);
  if (values.key === undefined) refuse('Pass the private key that signs the release: --key FILE');
  if (existsSync(folder)) refuse(`${folder} exists. Remove it, or pass another folder: --to FOLDER`);
  const outdated = outdatedSuites(
    requiredSuites.map(([name]) => name),
    readPassed(),
    { now, commitsSince },
  );
  if (outdated.length > 0) refuse(`Run npm run test:full first:\n${outdated.join('\n')}`);
  const platforms = values['without-image'] ? [] : values.platforms.split(',');
  await buildRelease({ version, key: values.key, folder, platforms, now }, (step) => console.log(`built ${step}`));
  console.log(`The release is complete: ${folder}`);
}
