import type { AgentApi } from './agent-api.ts';
import type { AgentModes } from './agent-modes.ts';
import type { Document } from './operations.ts';

/** The document of a feature. */
export interface FeatureDocument extends Document {
  readonly spec: Readonly<Record<string, unknown>> & {
    readonly environments?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

/** The documents of the features that exist, with their settings in the environments that agents may see. */
export async function readDocuments(
  api: AgentApi,
  { project, flags, modes }: { readonly project: string; readonly flags: readonly string[]; readonly modes: AgentModes },
): Promise<ReadonlyMap<string, FeatureDocument>> {
  const { documents } = await api('GET /api/admin/projects/{projectId}/documents', {
    path: { projectId: project },
    query: { feature: flags, environment: [...modes.keys()] },
  });
  const features = documents.filter((document): document is FeatureDocument => document.kind === 'Feature');
  return new Map(features.map((document) => [document.metadata.name, document]));
}
