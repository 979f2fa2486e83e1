import { RequestFailure } from '../call/api.ts';
import { about, type Target } from '../import/target.ts';
import type { Snapshot } from '../source/snapshot.ts';
import type { Written } from './update-features.ts';

interface Stored {
  readonly name: string;
  readonly project: string;
}

/** An empty or restored source must not empty the target. */
const maxShare = 0.5;
/** Fewer deletions are always possible. */
const alwaysAllowed = 10;

/**
 * Deletes the features and segments that an import has created and that the source no longer has. Returns the number of features. Throws if
 * more than half of them are missing.
 */
export async function deleteMissing(target: Target, read: Snapshot, written: Written): Promise<number> {
  const { features, segments } = target.created;
  const active = await listCreated(target, '/api/admin/features');
  const archived = await listCreated(target, '/api/admin/archive/features');
  keepOnly(features, new Set([...active, ...archived].map(({ name }) => name)));
  const isMissing = missingIn(read);
  const missing = [...active, ...archived].filter(isMissing);
  if (missing.length > alwaysAllowed && missing.length > maxShare * features.size)
    throw new Error(`The source lacks ${missing.length} of ${features.size} imported features, so none was deleted. Is it complete?`);
  await archive(target, active.filter(isMissing));
  for (const { name } of missing) {
    await about(`Deleting the feature ${name}`, target.api.delete(`/api/admin/archive/${encodeURIComponent(name)}`));
    features.delete(name);
    written.delete(name);
  }
  if (segments.size > 0) await deleteSegments(target, new Set(read.segments.map(({ name }) => name)));
  return missing.length;
}

/** A URL does not list all projects, so the features of a missing project may still exist. */
function missingIn({ features, projects }: Snapshot): (stored: Stored) => boolean {
  const [names, ids] = [new Set(features.map(({ name }) => name)), new Set(projects.map(({ id }) => id))];
  return ({ name, project }) => !names.has(name) && ids.has(project);
}

async function listCreated({ api, created }: Target, path: string): Promise<Stored[]> {
  const { features } = await api.get<{ features: Stored[] }>(path);
  return features.filter(({ name }) => created.features.has(name));
}

async function archive({ api }: Target, features: readonly Stored[]): Promise<void> {
  for (const [project, own] of Map.groupBy(features, (feature) => feature.project)) {
    const request = api.post(`/api/admin/projects/${encodeURIComponent(project)}/archive`, { features: own.map(({ name }) => name) });
    await about(`Archiving features of the project ${project}`, request);
  }
}

/** A segment that features of the target still use is kept until a later round. */
async function deleteSegments({ api, created }: Target, existing: ReadonlySet<string>): Promise<void> {
  const { segments } = await api.get<{ segments: { id: number; name: string }[] }>('/api/admin/segments');
  keepOnly(created.segments, new Set(segments.map(({ name }) => name)));
  for (const { id, name } of segments)
    if (created.segments.has(name) && !existing.has(name) && (await isDeleted(api, id))) created.segments.delete(name);
}

async function isDeleted(api: Target['api'], id: number): Promise<boolean> {
  try {
    await api.delete(`/api/admin/segments/${id}`);
    return true;
  } catch (error) {
    if (error instanceof RequestFailure && error.status === 409) return false;
    throw error;
  }
}

/** Somebody may create an object of the same name later, which no import has created. */
function keepOnly(names: Set<string>, existing: ReadonlySet<string>): void {
  for (const name of names) if (!existing.has(name)) names.delete(name);
}
