import type { Api } from '../api/api.ts';
import type { CodeReference } from './scan-tree.ts';

/** The names of a project's flags, also of archived ones, sorted. */
export async function readNames(api: Api, projectId: string): Promise<readonly string[]> {
  const path = { projectId };
  const { features } = await api.ask('GET /api/admin/projects/{projectId}/features', { path });
  const archived = await api.ask('GET /api/admin/archive/features/{projectId}', { path });
  return [...new Set([...features, ...archived.features].map(({ name }) => name))].sort();
}

/** References to flags that exist in no project that the caller can see. */
export async function withoutOtherProjects(api: Api, references: readonly CodeReference[]): Promise<readonly CodeReference[]> {
  const elsewhere = new Set<string>();
  for (const q of new Set(references.map(({ feature }) => feature))) {
    const { found } = await api.ask('GET /api/admin/search', { query: { q, kinds: 'feature' } });
    if (found.some(({ name }) => name === q)) elsewhere.add(q);
  }
  return references.filter(({ feature }) => !elsewhere.has(feature));
}
