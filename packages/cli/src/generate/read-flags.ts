import type { Api } from '../api/api.ts';
import type { Payload } from '../api/operations.ts';

/** A flag with all variants that any environment may return, and all payloads of each. */
export interface ReadFlag {
  readonly name: string;
  readonly description: string | null;
  readonly variants: ReadonlyMap<string, readonly (Payload | undefined)[]>;
}

/** Reads the active flags of a project, sorted by name. Takes one request per environment. */
export async function readFlags(api: Api, projectId: string): Promise<readonly ReadFlag[]> {
  const { environments } = await api.ask('GET /api/admin/projects/{projectId}/overview', { path: { projectId } });
  const variants = new Map<string, Map<string, (Payload | undefined)[]>>();
  const descriptions = new Map<string, string | null>();
  for (const { environment } of environments) {
    const exported = await api.ask('POST /api/admin/features-batch/export', { body: { environment, project: projectId } });
    for (const { name, description = null } of exported.features) descriptions.set(name, description);
    for (const { featureName, variants: own = [] } of [...exported.featureEnvironments, ...exported.featureStrategies])
      for (const { name, payload } of own) {
        const known = variants.get(featureName) ?? new Map<string, (Payload | undefined)[]>();
        variants.set(featureName, known.set(name, [...(known.get(name) ?? []), payload]));
      }
  }
  return [...descriptions]
    .map(([name, description]) => ({
      name,
      description,
      variants: sorted(variants.get(name) ?? new Map<string, (Payload | undefined)[]>()),
    }))
    .sort((one, other) => compare(one.name, other.name));
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const sorted = <T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> => new Map([...map].sort(([one], [other]) => compare(one, other)));
