import { featureImport } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { badValue } from '../../base/input/bad-value.ts';
import { Environment } from '../../project/environment/environment.ts';
import { readTypesOf, storeFeatures } from '../../feature/feature/create-features.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { serializeMetadata } from '../../feature/feature/feature.schema.ts';
import { exportedFeature } from '../../tables/feature.ts';
import { linkEnvironment } from '../../lifecycle/add-project-environment.ts';
import { Project, ProjectEnvironment } from '../../project/project/project.ts';
import { writeInChunks } from '../../base/database/in-chunks.ts';
import { integerWeights } from '../../feature/variant/variant.schema.ts';
import { normaliseVariants } from '../../feature/variant/normalise-variants.ts';
import { entriesToWrite } from './entries-to-write.ts';
import { projectsOfFeatures } from './projects-of-features.ts';
import type { Entry, State } from './state.schema.ts';

/** Writes features and returns the names of new ones. */
export async function writeFeatures(context: Context, state: State, keep: boolean): Promise<Set<string>> {
  const paths = new Map((state.features ?? []).map(({ name }, index) => [name, `features/${index}`]));
  const known = await readKnown(context, [...paths.keys()]);
  await refuseUnknownProjects(context.em, state.features ?? []);
  const features = (state.features ?? []).map(({ createdAt, ...entry }) => ({ ...entry, ...ageOf(createdAt, context.now()) }));
  const entries = entriesToWrite('features', features, { keyOf: ({ name }) => name, stored: known, keep });
  for (const [project, own] of Map.groupBy(entries, (entry) => entry.project)) {
    await writeInChunks(context, own, async (chunk) => {
      const inputs = chunk.map((entry) => ({
        input: entry,
        ...(entry.createdAt && { createdAt: entry.createdAt }),
        pointer: { path: paths.get(entry.name) ?? '', feature: entry.name },
      }));
      for (const feature of await storeFeatures(context, project, inputs, await readTypesOf(context, inputs)))
        context.publish(featureImport, { data: serializeMetadata(feature) });
    });
  }
  await linkNamedEnvironments(context, state);
  const created = new Set(entries.map(({ name }) => name));
  await writeSettings(context, state, created);
  return created;
}

/** Features keep their age, on which potential staleness depends. A time of a clock that is ahead becomes now. */
const ageOf = (createdAt: string | null | undefined, now: Date) =>
  createdAt ? { createdAt: new Date(Math.min(Date.parse(createdAt), now.getTime())) } : {};

async function readKnown(context: Context, names: readonly string[]): Promise<Map<string, object>> {
  const known = new Map<string, object>();
  await writeInChunks(context, names, async (chunk) => {
    for (const feature of await context.em.find(Feature, { name: { $in: chunk } }))
      known.set(feature.name, { ...serializeMetadata(feature), ...exportedFeature.pick(feature), createdAt: feature.createdAt });
  });
  return known;
}

async function refuseUnknownProjects(em: EntityManager, features: readonly Entry<'features'>[]): Promise<void> {
  const known = new Set((await em.find(Project, {})).map(({ id }) => id));
  const index = features.findIndex(({ project }) => !known.has(project));
  const wrong = features[index];
  if (wrong)
    throw badValue({ path: `features/${index}/project`, feature: wrong.name }, `must be an existing project; got ${wrong.project}`);
}

/** Projects start to use the environments in which the state has settings of their features. */
async function linkNamedEnvironments(context: Context, state: State): Promise<void> {
  const { em } = context;
  const known = new Set((await em.find(Environment, {})).map(({ name }) => name));
  const links = new Set((await em.find(ProjectEnvironment, {})).map(({ project, environment }) => compositeKey(project, environment)));
  const projects = await projectsOfFeatures(context, state);
  for (const section of ['featureEnvironments', 'featureStrategies'] as const) {
    for (const [index, { featureName, environment }] of (state[section] ?? []).entries()) {
      const pointer = (step: string) => ({ path: `${section}/${index}/${step}`, feature: featureName });
      const project = projects.get(featureName);
      if (project === undefined) throw badValue(pointer('featureName'), `must be an existing or imported feature; got ${featureName}`);
      if (!known.has(environment)) throw badValue(pointer('environment'), `must be an existing environment; got ${environment}`);
      if (links.has(compositeKey(project, environment))) continue;
      links.add(compositeKey(project, environment));
      await linkEnvironment(context, project, environment);
    }
  }
}

/** Settings of existing features stay as they are. */
async function writeSettings(context: Context, state: State, created: ReadonlySet<string>): Promise<void> {
  const entries = (state.featureEnvironments ?? [])
    .map((entry, index) => ({ ...entry, index }))
    .filter((entry) => created.has(entry.featureName));
  await writeInChunks(context, entries, async (chunk) => {
    const names = chunk.map(({ featureName }) => featureName);
    const stored = await context.em.find(FeatureEnvironment, { featureName: { $in: names } });
    const settings = new Map(stored.map((own) => [compositeKey(own.featureName, own.environment), own]));
    for (const { index, featureName, environment, enabled, variants = [] } of chunk) {
      const own = settings.get(compositeKey(featureName, environment));
      if (!own) continue;
      own.enabled = enabled;
      own.variants = normaliseVariants(integerWeights(variants), { path: `featureEnvironments/${index}/variants`, feature: featureName });
    }
  });
}
