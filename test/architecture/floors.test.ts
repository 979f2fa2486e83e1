import { deepEqual } from 'node:assert/strict';
import { filesFormNoCircle, foldersFormNoCircle, modulesImportDownwards } from './floors.ts';
import { readCode, type Rule, type SourceFile } from './source.ts';

const rules: Readonly<Record<string, Rule>> = { modulesImportDownwards, foldersFormNoCircle, filesFormNoCircle };

/** Files of `services/toggles/src`, each with what it imports. */
const planted = (files: Readonly<Record<string, string>>): SourceFile[] =>
  Object.entries(files).map(([path, imported]) => ({
    path: `services/toggles/src/${path}`,
    text: `import type { A } from '${imported}';`,
  }));

describe('floors', () => {
  for (const [name, rule] of Object.entries(rules)) {
    it(`every service and package keeps the rule ${name}`, () => deepEqual(rule(readCode()), []));
  }

  it('refuse an import from a module above, types included', () => {
    deepEqual(modulesImportDownwards(planted({ 'project/project/a.ts': '../../feature/feature/b.ts' })), [
      'services/toggles/src/project/project/a.ts:1 project must not import feature, which stands above it',
    ]);
  });

  it('refuse an import of a module from the root of its service', () => {
    deepEqual(modulesImportDownwards(planted({ 'base/input/a.ts': '../../service.ts' })), [
      'services/toggles/src/base/input/a.ts:1 a module must not import from outside of the modules',
    ]);
  });

  it('refuse a module that is not listed', () => {
    deepEqual(modulesImportDownwards(planted({ 'new-module/a.ts': '../base/b.ts' })), [
      'services/toggles/src/new-module/a.ts:1 new-module has no floor: list it in floors.ts',
    ]);
  });

  it('refuse a folder of a service that lists none', () => {
    const text = "import type { A } from './b.ts';";
    deepEqual(modulesImportDownwards([{ path: 'services/gateway/src/port/a.ts', text }]), [
      'services/gateway/src/port/a.ts:1 port has no floor: list it in floors.ts',
    ]);
  });

  it('let modules import a file of the root that is listed, if it stands below them', () => {
    const text = "import type { A } from '../open-audit.ts';";
    const importing = (module: string) => modulesImportDownwards([{ path: `services/audit/src/${module}/a.ts`, text }]);
    deepEqual(importing('export'), []);
    deepEqual(importing('log'), ['services/audit/src/log/a.ts:1 log must not import open-audit.ts, which stands above it']);
  });

  it('let a module import from below, and tests from anywhere', () => {
    deepEqual(
      modulesImportDownwards(planted({ 'feature/tag/a.ts': '../../project/project/b.ts', 'base/a.test.ts': '../feature/b.ts' })),
      [],
    );
  });

  it('refuse a circle of three folders', () => {
    const files = planted({ 'a/one.ts': '../b/one.ts', 'b/two.ts': '../c/one.ts', 'c/three.ts': '../a/two.ts' });
    deepEqual(foldersFormNoCircle(files), [
      'services/toggles/src/a/one.ts:1 services/toggles/src/a and services/toggles/src/b import each other',
      'services/toggles/src/b/two.ts:1 services/toggles/src/b and services/toggles/src/c import each other',
      'services/toggles/src/c/three.ts:1 services/toggles/src/c and services/toggles/src/a import each other',
    ]);
  });

  it('let a table of contents list folders that import what stands beside it', () => {
    deepEqual(foldersFormNoCircle(planted({ 'service.ts': './a/one.ts', 'a/one.ts': '../tables.ts' })), []);
  });

  it('refuse a circle of two files in one folder, types included', () => {
    const files = planted({ 'a/one.ts': './two.ts', 'a/two.ts': './one.ts' });
    deepEqual(filesFormNoCircle(files), [
      'services/toggles/src/a/one.ts:1 services/toggles/src/a/one.ts and services/toggles/src/a/two.ts import each other',
      'services/toggles/src/a/two.ts:1 services/toggles/src/a/two.ts and services/toggles/src/a/one.ts import each other',
    ]);
  });
});
