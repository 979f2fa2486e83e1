import type { Api } from '../call/api.ts';
import { completeFeatures } from './complete-features.ts';
import { featuresOf, type Exported } from './exported.ts';
import type { SourceFeature, SourceProject } from './snapshot.ts';

interface Listed {
  readonly name: string;
  readonly createdAt: string | null;
}

/** Limit of features per export, so that no response becomes too large. */
const exportedAtOnce = 1000;
const pageSize = 100;

/** Reads all features of the projects, including archived ones. The source records each export as an event. */
export async function readFeatures(api: Api, projects: readonly SourceProject[]): Promise<SourceFeature[]> {
  const features: SourceFeature[] = [];
  for (const project of projects) {
    const listed = [...(await listActive(api, project.id)), ...(await listArchived(api, project.id))];
    const created = new Map(listed.map(({ name, createdAt }) => [name, createdAt ?? null]));
    const names = [...created.keys()];
    for (let from = 0; from < names.length; from += exportedAtOnce) {
      const exports = await exportAll(api, project.environments, names.slice(from, from + exportedAtOnce));
      const exported = featuresOf(exports, (name) => created.get(name) ?? null);
      features.push(...(await completeFeatures(api, exported, project.environments)));
    }
  }
  return features;
}

async function listActive(api: Api, project: string): Promise<Listed[]> {
  const { features } = await api.get<{ features: Listed[] }>(`/api/admin/projects/${encodeURIComponent(project)}/features`);
  return features;
}

/** Versions before 7 have a list of archived features; later ones search for them. */
async function listArchived(api: Api, project: string): Promise<Listed[]> {
  const older = await api.find<{ features: Listed[] }>(`/api/admin/archive/features/${encodeURIComponent(project)}`);
  if (older) return older.features;
  const found: Listed[] = [];
  for (;;) {
    const query = new URLSearchParams({
      project: `IS:${project}`,
      archived: 'IS:true',
      limit: String(pageSize),
      offset: String(found.length),
      sortBy: 'name',
    });
    const { features, total } = await api.get<{ features: Listed[]; total: number }>(`/api/admin/search/features?${query.toString()}`);
    found.push(...features);
    if (features.length === 0 || found.length >= total) return found;
  }
}

/** Exports features from each environment. */
async function exportAll(api: Api, environments: readonly string[], features: readonly string[]): Promise<Map<string, Exported>> {
  const exports = new Map<string, Exported>();
  for (const environment of environments)
    exports.set(environment, await api.post<Exported>('/api/admin/features-batch/export', { features, environment, downloadFile: false }));
  return exports;
}
