import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patchTree } from '../../packages/cli/src/cleanup/patch-tree.ts';
import { openFactsCache } from '../../packages/cli/src/code/facts-cache.ts';
import { scanTree } from '../../packages/cli/src/code/scan-tree.ts';
import { canonical, fetchPackage, treeOf } from './public-packages.fixture.ts';

/** Packages with flags in their own code, and the functions that evaluate them. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'firebase-tools@11.16.0': ['isEnabled'],
  'ember-cli@3.20.2': ['isExperimentEnabled', 'isFeatureEnabled'],
  '@medusajs/medusa@1.20.10': ['isFeatureEnabled', 'isFeatureFlagEnabled'],
  '@carbon/react@1.50.0': ['useFeatureFlag', 'enabled'],
  '@aws-amplify/graphql-index-transformer@0.14.0': ['featureFlags.getBoolean'],
  '@aws-amplify/graphql-auth-transformer@1.2.2': ['featureFlags.getBoolean'],
};

describe('the patch of each flag in a public package', () => {
  for (const [specifier, declared] of Object.entries(packages))
    it(`equals its code with the answer instead of the call, for two minifiers: ${specifier}`, async () => {
      const root = fetchPackage(specifier);
      match(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).license, /^(?:MIT|Apache-2\.0)$/);
      const tree = treeOf(root);
      const called = `(?:\\(0, [\\w$.]+\\.)?[\\w$.]*\\b(?:${declared.map((name) => name.split('.').pop()).join('|')})\\)?`;
      const original = (path: string): string => tree.get(path)?.read()?.toString() ?? '';
      const names = new Set(
        [...tree.keys()].flatMap((path) =>
          [...original(path).matchAll(new RegExp(`${called}\\(\\s*["']([\\w.-]+)["']`, 'g'))].map(([, name = '']) => name),
        ),
      );
      let files = 0;
      for (const flag of names) {
        const input = { root, tree, flag, rules: { declared }, dropsArguments: true };
        const scanned = await scanTree({ ...input, names: [flag], cache: await openFactsCache({}, root) });
        const answered = (path: string, answer: boolean): string =>
          original(path).replaceAll(new RegExp(`${called}\\(\\s*["']${flag}["'][^()]*\\)`, 'g'), String(answer));
        for (const enabled of [true, false]) {
          const patch = patchTree({ ...input, scanned, winner: { enabled } });
          deepEqual(
            patch.refused.filter(({ reason }) => !reason.startsWith('the name of the flag is computed')),
            [],
          );
          for (const { path, text } of patch.files) {
            files += 1;
            const patched = await canonical(path, text);
            equal(patched, await canonical(path, answered(path, enabled)), `${flag} in ${path}`);
            notEqual(patched, await canonical(path, answered(path, !enabled)), `${flag} in ${path}`);
          }
        }
      }
      ok(files >= 4, `${files} files`);
    });
});
