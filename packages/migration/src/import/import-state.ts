import type { Snapshot, SourceContextField, SourceFeature, SourceProject, SourceSegment } from '../source/snapshot.ts';
import { missingSegments } from '../plan/missing-segments.ts';
import { featuresState, instanceState } from './state.ts';
import { about, type Target } from './target.ts';

/** Creates everything that is missing, except users and tokens: first the instance, then each project in one transaction. */
export async function importState(target: Target, planned: Snapshot): Promise<void> {
  await importContextFields(target, planned.contextFields);
  const before = await readSegments(target);
  const snapshot = withSegmentsOf(target, before, planned);
  await about('The instance', target.api.post('/api/admin/state/import', instanceState(snapshot)));
  for (const { name } of snapshot.segments) if (!before.has(name)) target.created.segments.add(name);
  const segmentIds = await readSegmentIds(target, snapshot.segments);
  const existing = await readNames(target);
  const features = Map.groupBy(snapshot.features, ({ project }) => project);
  for (const project of snapshot.projects) {
    await addEnvironments(target, project);
    await importProjectSettings(target, project, segmentIds);
    await importFeatures(target, features.get(project.id) ?? [], snapshot.segments, existing);
  }
}

async function importContextFields({ api, report }: Target, fields: readonly SourceContextField[]): Promise<void> {
  const stored = new Map((await api.get<SourceContextField[]>('/api/admin/context')).map((field) => [field.name, field]));
  for (const { name, description, stickiness, sortOrder, legalValues } of fields) {
    const body = { name, description, stickiness, sortOrder, legalValues };
    const own = stored.get(name);
    if (!own) await about(`The context field ${name}`, api.post('/api/admin/context', body));
    else if (own.legalValues.length === 0 && legalValues.length > 0)
      await about(`The context field ${name}`, api.put(`/api/admin/context/${encodeURIComponent(name)}`, body));
  }
  report(`${fields.length} context fields`);
}

/** Segments of the target by name. */
async function readSegments({ api }: Target): Promise<Map<string, SourceSegment>> {
  const stored = await api.get<{ segments: SourceSegment[] }>('/api/admin/segments');
  return new Map(stored.segments.map((segment) => [segment.name, segment]));
}

/** Completes segments of which the source contains only the name. Skips features that use one which the target does not have. */
function withSegmentsOf({ report }: Target, stored: ReadonlyMap<string, SourceSegment>, planned: Snapshot): Snapshot {
  const segments = planned.segments.flatMap((segment) => {
    const own = stored.get(segment.name);
    if (segment.constraints !== null) return segment;
    return own ? { ...own, id: segment.id } : [];
  });
  const missing = missingSegments(planned.features, { named: planned.segments, imported: segments });
  for (const [name, reason] of missing) report(`skipped feature ${name}: ${reason}`);
  return { ...planned, segments, features: planned.features.filter(({ name }) => !missing.has(name)) };
}

/** Ids in the target by ids of the source. */
async function readSegmentIds(target: Target, segments: readonly SourceSegment[]): Promise<Map<number, number>> {
  const stored = await readSegments(target);
  return new Map(segments.map(({ id, name }) => [id, stored.get(name)?.id ?? id]));
}

/** A state does not change which environments an existing project uses. */
async function addEnvironments({ api }: Target, { id, environments }: SourceProject): Promise<void> {
  const path = `/api/admin/projects/${encodeURIComponent(id)}`;
  const overview = await api.get<{ environments: { environment: string }[] }>(`${path}/overview`);
  const used = new Set(overview.environments.map(({ environment }) => environment));
  for (const environment of environments)
    if (!used.has(environment))
      await about(`The environment ${environment} of the project ${id}`, api.post(`${path}/environments`, { environment }));
}

/** Settings that a state does not contain. */
async function importProjectSettings({ api }: Target, project: SourceProject, segmentIds: ReadonlyMap<number, number>): Promise<void> {
  const { id, featureLimit, featureNaming, linkTemplates, defaultStrategies } = project;
  const path = `/api/admin/projects/${encodeURIComponent(id)}`;
  if (featureLimit !== null || featureNaming !== null || linkTemplates.length > 0) {
    const settings = { featureLimit, linkTemplates, ...(featureNaming && { featureNaming }) };
    await about(`The settings of the project ${id}`, api.put(`${path}/settings`, settings));
  }
  for (const [environment, strategy] of Object.entries(defaultStrategies)) {
    const body = { ...strategy, segments: (strategy.segments ?? []).flatMap((id) => segmentIds.get(id) ?? []) };
    const request = api.post(`${path}/environments/${encodeURIComponent(environment)}/default-strategy`, body);
    await about(`The default strategy of the project ${id} in ${environment}`, request);
  }
}

/** Names of all features in the target. An import does not change these features. */
async function readNames({ api }: Target): Promise<Set<string>> {
  const lists = ['/api/admin/features', '/api/admin/archive/features'].map((path) => api.get<{ features: { name: string }[] }>(path));
  return new Set((await Promise.all(lists)).flatMap(({ features }) => features.map(({ name }) => name)));
}

async function importFeatures(
  target: Target,
  features: readonly SourceFeature[],
  segments: readonly SourceSegment[],
  existing: ReadonlySet<string>,
): Promise<void> {
  const project = features[0]?.project;
  if (project === undefined) return;
  const { api, report } = target;
  const missing = features.filter(({ name }) => !existing.has(name));
  if (missing.length > 0) await about(`The project ${project}`, api.post('/api/admin/state/import', featuresState(missing, segments)));
  for (const { name } of missing) target.created.features.add(name);
  await importLinksAndParents(target, features);
  await archive(target, project, features);
  report(`${missing.length} of ${features.length} features of the project ${project} created`);
}

/** Adds missing links and dependencies. Features without them need no request. */
async function importLinksAndParents({ api }: Target, features: readonly SourceFeature[]): Promise<void> {
  for (const { project, name, links, dependencies } of features) {
    if (links.length === 0 && dependencies.length === 0) continue;
    const path = `/api/admin/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(name)}`;
    const stored = await api.find<Pick<SourceFeature, 'links' | 'dependencies'>>(path);
    if (!stored) continue;
    const urls = new Set(stored.links.map(({ url }) => url));
    for (const { url, title } of links)
      if (!urls.has(url)) await about(`The link ${url} of the feature ${name}`, api.post(`${path}/link`, { url, title }));
    const parents = new Set(stored.dependencies.map(({ feature }) => feature));
    for (const parent of dependencies)
      if (!parents.has(parent.feature)) await about(`The parent of the feature ${name}`, api.post(`${path}/dependencies`, parent));
  }
}

async function archive({ api }: Target, project: string, features: readonly SourceFeature[]): Promise<void> {
  const path = `/api/admin/projects/${encodeURIComponent(project)}`;
  const { features: active } = await api.get<{ features: { name: string }[] }>(`${path}/features`);
  const stored = new Set(active.map(({ name }) => name));
  const names = features.filter(({ archived, name }) => archived && stored.has(name)).map(({ name }) => name);
  if (names.length > 0) await about(`Archiving features of the project ${project}`, api.post(`${path}/archive`, { features: names }));
}
