import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../testing/root.ts';
import { sectionOf, withSection } from './changelog.ts';
import { changesFor, git } from './history.ts';

/** Mentions of the version: manifests of packages, the image, the chart, and the deployment files and pages that name it. */
const mentions =
  /("version": "|signalbox:|VERSION=|newTag: |targetRevision: |ref: \{ tag: |^(?:version|appVersion): )(\d+\.\d+\.\d+)(?=")?/gm;
const files = [
  'package.json',
  '*/package.json',
  '*/*/package.json',
  'Dockerfile',
  '*.yml',
  'deploy/*',
  'docs/*.md',
  'docs/reference/openapi.json',
];

/** Writes the version into all files that contain it, and the section of CHANGELOG.md. */
export function prepare(version: string, day: string): void {
  const before = currentVersion();
  for (const path of git('ls-files', ...files).split('\n')) {
    const text = readFileSync(join(root, path), 'utf8');
    const changed = text.replaceAll(mentions, (found, name: string, old: string) => (old === before ? `${name}${version}` : found));
    if (changed !== text) writeFileSync(join(root, path), changed);
  }
  const changelog = join(root, 'CHANGELOG.md');
  const earlier = git('ls-files', 'CHANGELOG.md') === '' ? '' : readFileSync(changelog, 'utf8');
  writeFileSync(changelog, withSection(earlier, version, sectionOf(changesFor(version, day))));
}

export const currentVersion = (): string => (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
