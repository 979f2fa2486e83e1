import type { AgentApi } from './agent-api.ts';
import { pathTo } from './agent-api.ts';
import type { AgentModes } from './agent-modes.ts';

/** The document of a feature. */
export interface FeatureDocument {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly project?: string };
  readonly spec: Readonly<Record<string, unknown>> & {
    readonly environments?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

/** The documents of the features that exist, with their settings in the environments that agents may see. */
export async function readDocuments(
  api: AgentApi,
  { project, flags, modes }: { readonly project: string; readonly flags: readonly string[]; readonly modes: AgentModes },
): Promise<ReadonlyMap<string, FeatureDocument>> {
  const { documents } = await api.get<{ readonly documents: readonly FeatureDocument[] }>(
    pathTo`/api/admin/projects/${project}/documents`,
    {
      feature: flags,
      environment: [...modes.keys()],
    },
  );
  return new Map(documents.flatMap((document) => (document.kind === 'Feature' ? [[document.metadata.name, document] as const] : [])));
}
