import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/testing/root.ts';
import { findTool, type Manifest, parseManifests } from './manifests.ts';

const chart = join(root, 'deploy/chart');

/** Runs a command of Helm on the chart with these values. Returns its output, and its error if it failed. */
export function runHelm(command: readonly string[], values: object): { readonly output: string; readonly error: string | undefined } {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-helm-'));
  const file = join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  // Helm writes its cache into the home folder.
  const env = { ...process.env, HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder };
  try {
    const words = [...command, chart, '--namespace', 'signalbox', '--values', file];
    const { status, stdout, stderr } = spawnSync(findTool('helm'), words, { env, encoding: 'utf8', maxBuffer: 100_000_000 });
    return { output: stdout, error: status === 0 ? undefined : stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the resources that Helm would apply, including hooks. */
export function renderChart(values: object): Manifest[] {
  const { output, error } = runHelm(['template', 'signalbox'], values);
  if (error !== undefined) throw new Error(error);
  return parseManifests(output);
}

/** Kustomize adds a hash to the name of the settings. */
const plainName = (text: string): string => text.replaceAll(/\bsettings-\w{10}\b/g, 'settings');

/** Kind and name of a resource. */
export const nameOf = ({ kind, metadata }: Manifest): string => plainName(`${kind} ${metadata.name}`);

/** A resource without its metadata and without what only Helm or Kustomize adds. */
export const contentOf = ({ metadata: _, ...content }: Manifest): unknown =>
  withoutAdditions(JSON.parse(plainName(JSON.stringify(content))));

/** Sorts variables by name, and leaves out the checksum of the settings and the default pull policy. */
function withoutAdditions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAdditions);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, each]) => key !== 'imagePullPolicy' && !hasChecksum(key, each));
  return Object.fromEntries(entries.map(([key, each]) => [key, key === 'env' ? byName(each) : withoutAdditions(each)]));
}

const hasChecksum = (key: string, value: unknown): boolean => key === 'annotations' && 'checksum/settings' in Object(value);

const byName = (variables: readonly { readonly name: string }[]) =>
  variables.toSorted(({ name: one }, { name: other }) => (one < other ? -1 : 1));
