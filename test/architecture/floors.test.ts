import { deepEqual } from 'node:assert/strict';
import { filesFormNoCircle, foldersFormNoCircle, modulesImportDownwards, pagesFormNoCircle } from './floors.ts';
import { readCode, type Rule, type SourceFile } from './source.ts';

const rules: Readonly<Record<string, Rule>> = { modulesImportDownwards, foldersFormNoCircle, filesFormNoCircle, pagesFormNoCircle };

/** Files of `services/toggles/src`, each with its import. */
const planted = (files: Readonly<Record<string, string>>): SourceFile[] =>
  Object.entries(files).map(([path, imported]) => ({
    path: `services/toggles/src/${path}`,
    text: `import type { A } from '${imported}';`,
  }));

describe('the layers of a package', () => {
  for (const [name, rule] of Object.entries(rules)) {
    it(`are respected by every service and package: ${name}`, () => deepEqual(rule(readCode()), []));
  }

  it('forbid imports from a higher layer, including types', () => {
    deepEqual(modulesImportDownwards(planted({ 'project/project/a.ts': '../../feature/feature/b.ts' })), [
      'services/toggles/src/project/project/a.ts:1 project must not import feature, which is in a higher layer',
    ]);
  });

  it('forbid imports of root files of the service', () => {
    deepEqual(modulesImportDownwards(planted({ 'base/input/a.ts': '../../service.ts' })), [
      'services/toggles/src/base/input/a.ts:1 a module must not import files outside the modules',
    ]);
  });

  it('forbid a module that is not listed', () => {
    deepEqual(modulesImportDownwards(planted({ 'new-module/a.ts': '../base/b.ts' })), [
      'services/toggles/src/new-module/a.ts:1 new-module has no layer: add it to floors.ts',
    ]);
  });

  it('forbid a folder of a service without listed modules', () => {
    const text = "import type { A } from './b.ts';";
    deepEqual(modulesImportDownwards([{ path: 'services/gateway/src/port/a.ts', text }]), [
      'services/gateway/src/port/a.ts:1 port has no layer: add it to floors.ts',
    ]);
  });

  it('allow modules to import a listed root file in a lower layer', () => {
    const text = "import type { A } from '../open-audit.ts';";
    const importing = (module: string) => modulesImportDownwards([{ path: `services/audit/src/${module}/a.ts`, text }]);
    deepEqual(importing('export'), []);
    deepEqual(importing('log'), ['services/audit/src/log/a.ts:1 log must not import open-audit.ts, which is in a higher layer']);
  });

  it('allow imports from lower layers, and any import in tests', () => {
    deepEqual(
      modulesImportDownwards(planted({ 'feature/tag/a.ts': '../../project/project/b.ts', 'base/a.test.ts': '../feature/b.ts' })),
      [],
    );
  });

  it('forbid an import cycle of two pages through different folders', () => {
    const page = 'packages/console/src/page';
    const files = [
      { path: `${page}/feature/release/a.ts`, text: "import type { A } from '../../templates/b.ts';" },
      { path: `${page}/templates/c.ts`, text: "import type { A } from '../feature/strategy/d.ts';" },
    ];
    deepEqual(
      [foldersFormNoCircle(files), pagesFormNoCircle(files)],
      [
        [],
        [
          `${page}/feature/release/a.ts:1 ${page}/feature and ${page}/templates form an import cycle`,
          `${page}/templates/c.ts:1 ${page}/templates and ${page}/feature form an import cycle`,
        ],
      ],
    );
  });

  it('forbid an import cycle of three folders', () => {
    const files = planted({ 'a/one.ts': '../b/one.ts', 'b/two.ts': '../c/one.ts', 'c/three.ts': '../a/two.ts' });
    deepEqual(foldersFormNoCircle(files), [
      'services/toggles/src/a/one.ts:1 services/toggles/src/a and services/toggles/src/b form an import cycle',
      'services/toggles/src/b/two.ts:1 services/toggles/src/b and services/toggles/src/c form an import cycle',
      'services/toggles/src/c/three.ts:1 services/toggles/src/c and services/toggles/src/a form an import cycle',
    ]);
  });

  it('allow an index file to import folders that import its neighbours', () => {
    deepEqual(foldersFormNoCircle(planted({ 'service.ts': './a/one.ts', 'a/one.ts': '../tables.ts' })), []);
  });

  it('forbid an import cycle of two files in one folder, including types', () => {
    const files = planted({ 'a/one.ts': './two.ts', 'a/two.ts': './one.ts' });
    deepEqual(filesFormNoCircle(files), [
      'services/toggles/src/a/one.ts:1 services/toggles/src/a/one.ts and services/toggles/src/a/two.ts form an import cycle',
      'services/toggles/src/a/two.ts:1 services/toggles/src/a/two.ts and services/toggles/src/a/one.ts form an import cycle',
    ]);
  });
});
