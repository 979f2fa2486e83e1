import { deepEqual, ok } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { canFind, circlesIn, missingInImages, readDependencies, violationsIn } from './dependencies.ts';
import { wrapped } from './dependency-rules.ts';
import { root } from './source.ts';

const page = 'packages/console/src/page';

/** Files with an import each, and the rule that the import breaks, if any. */
const planted: readonly (readonly [path: string, specifier: string, rule?: string])[] = [
  ['packages/contracts/src/a.ts', '@signalbox/engine', 'arrows'],
  ['packages/kit/src/a.ts', '@signalbox/host', 'arrows'],
  ['packages/bus/src/a.ts', '@signalbox/testing', 'arrows'],
  ['packages/bus/src/a.test.ts', '@signalbox/testing'],
  ['packages/bus/src/b.test.ts', '@signalbox/host', 'arrows of tests'],
  ['packages/new/src/a.ts', '@signalbox/contracts', 'listed'],
  ['packages/replica/src/a.ts', '@signalbox/contracts'],
  ['packages/kit/src/b.ts', 'type @signalbox/store'],
  ['packages/kit/src/c.ts', '@signalbox/store', 'type arrows'],
  ['services/toggles/src/base/a.ts', '@signalbox/host', 'slices see'],
  ['services/toggles/src/base/a.test.ts', '@signalbox/host'],
  ['services/standalone/src/base/a.ts', '@signalbox/host'],
  ['services/standalone/src/main.ts', './base/a.ts'],
  ['services/toggles/src/base/b.ts', 'pino', 'slices use'],
  ['services/delivery/src/body/a.ts', 'jose', 'slices use'],
  ['services/identity/src/base/a.ts', 'jose'],
  ['services/audit/src/log/a.ts', '@mikro-orm/sql', 'slices use'],
  ['services/audit/src/log/b.ts', 'type @mikro-orm/sql'],
  ['services/audit/src/log/a.test.ts', '@signalbox/toggles', 'services apart'],
  ['packages/host/src/a.ts', '@signalbox/toggles', 'services apart'],
  ['services/standalone/src/base/b.ts', '@signalbox/toggles'],
  ['test/journeys/a.test.ts', '@signalbox/toggles'],
  ['packages/kit/src/d.ts', 'express', 'wrappers'],
  ['services/audit/src/log/b.test.ts', 'amqplib', 'wrappers'],
  ['tools/a.ts', 'mysql2/promise', 'wrappers'],
  ['packages/cache/src/a.ts', 'ioredis'],
  ['packages/engine/src/a.ts', 'node:fs', 'no io'],
  ['packages/engine/src/b.ts', 'node:crypto'],
  ['packages/kit/src/e.ts', 'type node:http'],
  ['packages/engine/src/a.test.ts', 'node:fs'],
  ['services/integrations/src/queue/a.test.ts', '../../../../packages/contracts/src/index.ts', 'by name'],
  ['services/toggles/src/project/project/a.ts', 'type ../../feature/feature/b.ts', 'floors'],
  ['services/toggles/src/feature/tag/a.ts', '../../project/project/b.ts'],
  ['services/toggles/src/project/project/b.ts', '../../../migrations.ts'],
  ['services/toggles/src/base/c.ts', '../service.ts', 'floors'],
  ['services/toggles/src/base/b.test.ts', '../feature/feature/b.ts'],
  ['services/audit/src/export/a.ts', '../open-audit.ts'],
  ['services/audit/src/log/c.ts', '../open-audit.ts', 'floors'],
  ['services/toggles/src/new-module/a.ts', '../base/a.ts', 'listed'],
  ['services/gateway/src/port/a.ts', './b.ts', 'listed'],
  ['services/identity/src/base/one.ts', 'type ./two.ts', 'circles'],
  // dependency-cruiser reports one import of each cycle.
  ['services/identity/src/base/two.ts', './one.ts'],
  ['services/identity/src/base/one.test.ts', './two.test.ts'],
  ['services/identity/src/base/two.test.ts', './one.test.ts'],
  // Circles of folders and of pages.
  ['services/change-requests/src/request/a/one.ts', '../b/one.ts'],
  ['services/change-requests/src/request/b/two.ts', '../c/one.ts'],
  ['services/change-requests/src/request/c/three.ts', '../a/two.ts'],
  ['services/change-requests/src/request/c/four.test.ts', '../../change/one.ts'],
  ['services/change-requests/src/change/five.ts', '../request/c/one.ts'],
  ['services/change-requests/src/service.ts', './request/a/one.ts'],
  [`${page}/feature/release/a.ts`, '../../templates/b.ts'],
  [`${page}/templates/c.ts`, 'type ../feature/strategy/d.ts'],
];

/** Files without imports, which the others import. */
const targets = [
  'services/toggles/migrations.ts',
  'services/toggles/src/feature/feature/b.ts',
  'services/toggles/src/service.ts',
  'services/audit/src/open-audit.ts',
  'services/gateway/src/port/b.ts',
  ...['a/two', 'b/one', 'c/one'].map((name) => `services/change-requests/src/request/${name}.ts`),
  'services/change-requests/src/change/one.ts',
  `${page}/templates/b.ts`,
  `${page}/feature/strategy/d.ts`,
];
const external = ['cookie', 'pino', 'jose', '@mikro-orm/sql', 'express', 'amqplib', 'mysql2', 'ioredis'];

/** Loads packages in each way. */
const loading = [
  "import { parse } from 'cookie';",
  "import type { Key } from 'pino';",
  "import { sign } from 'jose/sign';",
  "import { a } from '@signalbox/contracts';",
  "const { read } = createRequire(import.meta.url)('@x/xml');",
  'createRequire(import.meta.url).resolve(`swagger/${name}`);',
].join('\n');

/** Writes the planted files, and the packages that they import, into the folder. */
function plant(folder: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of targets) write(path, 'export const a = 1;\n');
  for (const [path, specifier] of planted) {
    const [, type = '', name] = /^(type )?(.+)$/.exec(specifier) ?? [];
    write(path, `import ${type}{ a } from '${name}';\n`);
  }
  mkdirSync(join(folder, 'node_modules/@signalbox'), { recursive: true });
  const members = planted.map(([path]) => path.split('/', 2).join('/')).filter((path) => /^(?:packages|services)/.test(path));
  for (const path of new Set([...members, 'packages/store', 'packages/testing'])) {
    const name = `@signalbox/${path.split('/')[1]}`;
    write(`${path}/src/index.ts`, 'export const a = 1;\n');
    write(`${path}/package.json`, JSON.stringify({ name, exports: './src/index.ts' }));
    symlinkSync(join(folder, path), join(folder, 'node_modules', name));
  }
  write(
    'packages/outbound/package.json',
    JSON.stringify({ name: '@signalbox/outbound', dependencies: { cookie: '1' }, devDependencies: { jose: '1' } }),
  );
  write('packages/outbound/src/a.ts', loading);
  write('packages/outbound/src/a.test.ts', loading);
  for (const name of external) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    for (const file of ['index.js', 'promise.js', 'sign.js']) write(`node_modules/${name}/${file}`, '');
  }
}

describe('dependencies', () => {
  let real: ICruiseResult;
  let broken: ICruiseResult;
  let folder: string;

  before(async () => {
    real = await readDependencies(root);
    folder = mkdtempSync(join(tmpdir(), 'signalbox-dependencies-'));
    plant(folder);
    broken = await readDependencies(folder);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('follow the rules', () => {
    ok(real.modules.length > 3000);
    deepEqual(violationsIn(real), []);
  });

  it('follow the rules: reports planted violations', () => {
    const found = broken.summary.violations.flatMap(({ rule, from }) => (rule.name === 'unreachable' ? [] : [`${from} ${rule.name}`]));
    const expected = planted.flatMap(([path, , rule]) => (rule === undefined ? [] : [`${path} ${rule}`]));
    deepEqual([...new Set(found)].sort(), expected.sort());
  });

  it('reach all production code from an entry point: reports planted files that no entry point reaches', () => {
    const found = violationsIn(broken);
    const isFound = (path: string) => found.includes(`unreachable: ${path} -> ${path}`);
    deepEqual(['services/toggles/src/base/a.ts', 'services/toggles/src/base/a.test.ts', 'services/standalone/src/base/a.ts'].map(isFound), [
      true,
      false,
      false,
    ]);
  });

  it('form no circle of folders or pages', () => {
    deepEqual(circlesIn(real), []);
  });

  it('form no circle of folders or pages: reports planted circles', () => {
    const request = 'services/change-requests/src/request';
    const circle = (from: string, to: string, ...groups: string[]) => `${from} -> ${to}: ${groups.join(' and ')} form an import cycle`;
    deepEqual(circlesIn(broken).sort(), [
      circle(`${page}/feature/release/a.ts`, `${page}/templates/b.ts`, `${page}/feature`, `${page}/templates`),
      circle(`${page}/templates/c.ts`, `${page}/feature/strategy/d.ts`, `${page}/templates`, `${page}/feature`),
      circle(`${request}/a/one.ts`, `${request}/b/one.ts`, `${request}/a`, `${request}/b`),
      circle(`${request}/b/two.ts`, `${request}/c/one.ts`, `${request}/b`, `${request}/c`),
      circle(`${request}/c/three.ts`, `${request}/a/two.ts`, `${request}/c`, `${request}/a`),
    ]);
  });

  it('are installed in images', () => {
    deepEqual(missingInImages(root, real), []);
  });

  it('are installed in images: reports planted packages that are not', () => {
    deepEqual(
      missingInImages(folder, broken).filter((each) => each.startsWith('packages/outbound/')),
      [
        'packages/outbound/src/a.ts: @signalbox/contracts is not a dependency of @signalbox/outbound',
        'packages/outbound/src/a.ts: jose is not a dependency of @signalbox/outbound',
        'packages/outbound/src/a.ts: @x/xml is not a dependency of @signalbox/outbound',
        'packages/outbound/src/a.ts: swagger is not a dependency of @signalbox/outbound',
      ],
    );
  });

  const services = readdirSync(join(root, 'services')).filter((name) => name !== 'standalone');
  for (const [name, wrappers] of Object.entries(wrapped)) {
    it(`${name} resolves from its wrapper and from no service`, () => {
      for (const wrapper of wrappers) ok(canFind(name, join(root, wrapper)), `${name} from ${wrapper}`);
      for (const service of services) ok(!canFind(name, join(root, 'services', service, 'src')), `${name} from ${service}`);
    });
  }
});
