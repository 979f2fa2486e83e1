import type { Snapshot } from '../source/snapshot.ts';
import { planFeatures } from './plan-features.ts';
import { planAccounts } from './plan-accounts.ts';
import { missingSegments } from './missing-segments.ts';
import { collectFindings, type Plan } from './plan.ts';
import { needsCharacters, needsName, isOutside } from './rules.ts';

/** A plan, and the objects that an import writes according to it. */
export interface PlannedImport {
  readonly plan: Plan;
  readonly snapshot: Snapshot;
}

const onlyNamed =
  'The source contains only its name. The target must have a segment of this name; otherwise features that use it are skipped.';

/** Decides for each object of a snapshot whether it is imported exactly, adapted or skipped. */
export function planImport(read: Snapshot): PlannedImport {
  const findings = collectFindings();
  const named = { name: ({ name }: { name: string }) => name };
  const environments = findings.keep('environment', read.environments, {
    ...named,
    skipped: ({ name }) => needsName(name),
    adapted: ({ type }) => (type === null ? 'The source does not list it, so it gets the type production.' : undefined),
  });
  const projects = findings.keep('project', read.projects, { name: ({ id }) => id, skipped: ({ id }) => needsName(id) });
  const { translated } = read;
  const known = {
    environments: new Set(translated ? [translated.environment] : environments.map(({ name }) => name)),
    projects: new Set(projects.map(({ id }) => id)),
  };
  const strategies = findings.keep('custom strategy', read.strategies, { ...named, skipped: ({ name }) => needsCharacters(name, 1, 100) });
  const segments = findings.keep('segment', read.segments, {
    ...named,
    skipped: ({ name, project }) => needsCharacters(name, 1, 255) ?? isOutside('project', project, known.projects),
    adapted: ({ constraints }) => (constraints === null ? onlyNamed : undefined),
  });
  const snapshot: Snapshot = {
    ...read,
    environments,
    projects,
    strategies,
    segments,
    contextFields: findings.keep('context field', read.contextFields, {
      ...named,
      skipped: ({ name }) => needsName(name),
      adapted: ({ project }) => (project ? `It belongs to the project ${project}; here, all projects can use it.` : undefined),
    }),
    tagTypes: findings.keep('tag type', read.tagTypes, { ...named, skipped: ({ name }) => needsCharacters(name, 2, 50) }),
    tags: findings.keep('tag', read.tags, {
      name: ({ type, value }) => `${type}:${value}`,
      skipped: ({ value }) => needsCharacters(value, 2, 50),
    }),
    features: planFeatures(findings, read.features, {
      ...known,
      strategies,
      translated,
      missing: missingSegments(read.features, { named: read.segments, imported: segments }),
    }),
    addons: findings.keep('add-on', read.addons, {
      name: ({ provider, description }) => [provider, description].filter(Boolean).join(' '),
      adapted: () => 'It is disabled: enter its secrets, then enable it.',
    }),
    ...planAccounts(findings, read, known),
  };
  return { plan: findings.plan(read.source), snapshot };
}
