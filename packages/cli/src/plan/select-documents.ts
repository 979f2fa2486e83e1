import type { Document } from '../api/operations.ts';
import { Problem } from '../base/problem.ts';

/** Features to select, by name or tag. Both empty: all. */
export interface Selection {
  readonly features: readonly string[];
  /** `type:value`. */
  readonly tags: readonly string[];
}

/** The parts of a feature's spec that refer to other objects. The server validates all of it. */
interface FeatureSpec {
  readonly tags?: readonly { readonly type: string; readonly value: string }[];
  readonly parents?: readonly { readonly feature: string }[];
  readonly environments?: Readonly<Record<string, { readonly strategies?: readonly Strategy[] }>>;
}

interface Strategy {
  readonly name: string;
  readonly segments?: readonly string[];
  readonly constraints?: readonly Constrained[];
}

interface Constrained {
  readonly contextName: string;
}

const specOf = ({ spec }: Document): FeatureSpec => spec;

/** Selects features with everything that they use: parents, segments, context fields, tag types and strategy types. */
export function selectDocuments(documents: readonly Document[], { features, tags }: Selection): readonly Document[] {
  if (features.length === 0 && tags.length === 0) return documents;
  const byName = new Map(documents.filter(({ kind }) => kind === 'Feature').map((document) => [document.metadata.name, document]));
  const missing = features.find((name) => !byName.has(name));
  if (missing !== undefined) throw new Problem('NotFoundError', `There is no flag ${missing} to promote.`);
  const tagged = [...byName.values()].filter((document) =>
    (specOf(document).tags ?? []).some(({ type, value }) => tags.includes(`${type}:${value}`)),
  );
  const selected = new Set<Document>();
  const add = (document: Document | undefined): void => {
    if (document === undefined || selected.has(document)) return;
    selected.add(document);
    for (const { feature } of specOf(document).parents ?? []) add(byName.get(feature));
  };
  for (const name of [...features, ...tagged.map(({ metadata }) => metadata.name)]) add(byName.get(name));
  const used = usedBy([...selected], documents);
  return documents.filter((document) => selected.has(document) || used.has(`${document.kind} ${document.metadata.name}`));
}

/** Kinds and names of the objects that features use, directly or through segments. */
function usedBy(features: readonly Document[], documents: readonly Document[]): ReadonlySet<string> {
  const strategies = features.flatMap((feature) =>
    Object.values(specOf(feature).environments ?? {}).flatMap((each) => each.strategies ?? []),
  );
  const segments = new Set(strategies.flatMap((strategy) => strategy.segments ?? []));
  const ofSegments = documents
    .filter(({ kind, metadata }) => kind === 'Segment' && segments.has(metadata.name))
    .flatMap(({ spec }) => (spec as { readonly constraints?: readonly Constrained[] }).constraints ?? []);
  const constraints = [...ofSegments, ...strategies.flatMap((strategy) => strategy.constraints ?? [])];
  return new Set([
    ...[...segments].map((name) => `Segment ${name}`),
    ...constraints.map(({ contextName }) => `ContextField ${contextName}`),
    ...features.flatMap((feature) => (specOf(feature).tags ?? []).map(({ type }) => `TagType ${type}`)),
    ...strategies.map(({ name }) => `StrategyDefinition ${name}`),
  ]);
}

/** Moves documents to another environment and project. */
export function moveDocuments(
  documents: readonly Document[],
  { from, to, project, toProject }: { readonly from: string; readonly to: string; readonly project: string; readonly toProject: string },
): readonly Document[] {
  return documents.map((document) => {
    const { metadata, spec } = document;
    const environments = document.kind === 'Feature' ? (specOf(document).environments ?? {}) : {};
    return {
      ...document,
      metadata: { ...metadata, ...(metadata.project === project && { project: toProject }) },
      spec: document.kind === 'Feature' ? { ...spec, environments: from in environments ? { [to]: environments[from] } : {} } : spec,
    };
  });
}
