import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/testing/root.ts';
import type { Manifest } from './manifests.ts';

const compilerOptions = {
  module: 'nodenext',
  target: 'es2024',
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Module with the resource types of an API version. Core resources have no group. */
function moduleOf(apiVersion: string): string {
  const owner = apiVersion.startsWith('monitoring.coreos.com/') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  return `${owner}/${apiVersion}`;
}

const variable = (index: number) => `manifest${index}`;

function declare({ apiVersion, kind, ...rest }: Manifest, index: number): string {
  const literal = JSON.stringify({ apiVersion, kind, ...rest });
  return `import type { I${kind} as Kind${index} } from '${moduleOf(apiVersion)}';\nexport const ${variable(index)}: Kind${index} = ${literal};`;
}

/**
 * Errors of the manifests according to the published schemas of Kubernetes and the Prometheus operator: unknown or missing fields, and
 * wrong types. Uses types generated from the schemas, because validators ignore unknown fields.
 */
export function schemaProblems(manifests: readonly Manifest[]): string[] {
  // Inside node_modules, where the types are found and the checks of this repository do not look.
  const folder = mkdtempSync(join(root, 'test/node_modules/.schemas-'));
  try {
    writeFileSync(join(folder, 'manifests.ts'), manifests.map(declare).join('\n'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }));
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    return stdout.split('\n').flatMap((line) => problemOf(line, manifests));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each manifest takes two lines: the import of its kind, and the manifest itself. */
function problemOf(line: string, manifests: readonly Manifest[]): string[] {
  const [, number, response] = /manifests\.ts\((\d+),\d+\): (?:error TS\d+: )(.*)/.exec(line) ?? [];
  const manifest = manifests[Math.floor((Number(number) - 1) / 2)];
  return manifest ? [`${manifest.kind} ${manifest.metadata.name}: ${response ?? ''}`] : [];
}
