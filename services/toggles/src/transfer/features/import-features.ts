import {
  changesProposed,
  contextFieldCreated,
  Failure,
  featureCreated,
  featureDependencyAdded,
  featureLinkAdded,
  featureLinkRemoved,
  featureEnvironmentDisabled,
  featureEnvironmentEnabled,
  featureEnvironmentVariantsUpdated,
  featureMetadataUpdated,
  featuresImported,
  featureStaleOff,
  featureStaleOn,
  featureStrategyAdd,
  featureTagged,
  permissionTitles,
  releasePlanAdded,
  releasePlanMilestoneStarted,
  releasePlanProgressionsPaused,
  releasePlanRemoved,
  safeguardChanged,
  safeguardDeleted,
  tagCreated,
  tagTypeCreated,
} from '@signalbox/contracts';
import { type Context, Reply, route, yieldToOthers } from '@signalbox/kit';
import type { Static } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { refuseRepeatedValues } from '../../vocabulary/context-field/context-field.ts';
import { shareProject } from '../../project/project/project.ts';
import { lockFeatures } from '../../lifecycle/lock-order.ts';
import { type Destination, isBare, type PreparedImport, prepareImport } from './prepare-import.ts';
import { proposeChanges } from './propose-changes.ts';
import { type Review, reviewImport } from './review-import.ts';
import { ImportEnvelope, ImportOutcome } from './transfer.schema.ts';
import { writeImport, writeUnguarded } from './write-import.ts';

const proposedHeader = 'X-Changes-Proposed';

export const importFeaturesRoute = route(
  {
    method: 'post',
    path: '/api/admin/features-batch/import',
    summary: 'Import features into an environment of a project, all or none; protected changes are proposed in a change request',
    permission: 'authenticated',
    body: ImportEnvelope,
    answers: { 200: ImportOutcome },
    headers: { [proposedHeader]: 'Number of changes proposed in a change request; absent if none.' },
    failures: ['BadDataError', 'PatternError', 'NoAccessError', 'InvalidOperationError', 'NotFoundError', 'NameExistsError'],
    events: [
      featureCreated,
      featureMetadataUpdated,
      featureStaleOn,
      featureStaleOff,
      featureEnvironmentVariantsUpdated,
      tagTypeCreated,
      tagCreated,
      featureTagged,
      contextFieldCreated,
      featureStrategyAdd,
      featureEnvironmentEnabled,
      featureEnvironmentDisabled,
      featureDependencyAdded,
      featureLinkAdded,
      featureLinkRemoved,
      releasePlanRemoved,
      releasePlanAdded,
      releasePlanMilestoneStarted,
      releasePlanProgressionsPaused,
      safeguardDeleted,
      safeguardChanged,
      changesProposed,
      featuresImported,
    ],
  },
  async ({ body }, context) => {
    const { proposed, skippedArchivedFeatures } = await importFeatures(context, body);
    return new Reply({ skippedArchivedFeatures }, { headers: proposed > 0 ? { [proposedHeader]: String(proposed) } : {} });
  },
);

/**
 * Imports features and returns the number of proposed changes. In a protected environment, only features and their metadata are
 * written, and the rest is proposed in a change request (reference, toggle side §16.7).
 */
async function importFeatures(context: Context, envelope: ImportEnvelope): Promise<Imported> {
  const { project, environment } = envelope;
  await lockNamed(context, envelope);
  // Each step takes tens of milliseconds for thousands of features.
  await yieldToOthers();
  const prepared = await prepareImport(context, envelope);
  refuseWithoutTarget(envelope, prepared);
  await yieldToOthers();
  const review = await reviewImport(context, envelope, prepared);
  await yieldToOthers();
  refuseReviewed(prepared, review, envelope);
  refuseOrphans(prepared, review, envelope);
  if (review.proposal) await propose(context, envelope, prepared, review);
  else await writeImport(context, { project, environment }, prepared, review);
  context.publish(featuresImported, { project, environment });
  return { proposed: review.proposal?.changes.length ?? 0, skippedArchivedFeatures: [...prepared.archived] };
}

interface Imported extends Static<typeof ImportOutcome> {
  readonly proposed: number;
}

async function propose(context: Context, target: Destination, prepared: PreparedImport, review: Review): Promise<void> {
  const { changes = [], problem = null } = review.proposal ?? {};
  if (problem !== null) throw new Failure('BadDataError', `The import ${problem}. Import fewer features at a time.`);
  await writeUnguarded(context, target, prepared, review);
  await proposeChanges(context, target, prepared.features, changes);
}

/** Locks everything that the validation depends on until the import is written. */
async function lockNamed(context: Context, { project, data }: ImportEnvelope): Promise<void> {
  const parents = data.dependencies.flatMap(({ dependencies }) => dependencies.map(({ feature }) => feature));
  await shareProject(context, project);
  await lockFeatures(context, [...data.features.map(({ name }) => name), ...parents]);
}

function refuseWithoutTarget({ project, environment }: ImportEnvelope, prepared: PreparedImport): void {
  if (!prepared.project) throw new Failure('NotFoundError', `There is no project ${project}.`);
  if (!prepared.usesEnvironment) throw new Failure('NotFoundError', `The project ${project} does not use the environment ${environment}.`);
}

/**
 * The order of refusals is part of the API (reference, toggle side §16.4). Naming pattern and limit are checked when features
 * are created.
 */
function refuseReviewed(prepared: PreparedImport, review: Review, { project, environment }: ImportEnvelope): void {
  refuseAny('data/featureStrategies', 'use strategy types that do not exist', review.unknownStrategies);
  refuseAny('data/contextFields', 'have legal values that the existing fields do not allow', review.clashingFields);
  refuseWithoutPermissions(review, project, environment);
  refuseAny('data/features', 'exist in other projects', review.elsewhere);
  refuseAny('data/segments', 'do not exist or belong to another project', prepared.unknownSegments);
  refuseAny('data/dependencies', 'name parents that neither exist nor are imported', review.unknownParents);
  const [repeated] = prepared.repeated;
  if (repeated !== undefined) throw new Failure('NameExistsError', `data/features contains ${repeated} more than once.`);
}

/** Checks that concern only the data, and the types of tags. */
function refuseOrphans({ orphans, features }: PreparedImport, { unknownTagTypes }: Review, { data }: ImportEnvelope): void {
  const [orphan] = orphans;
  if (orphan) throw badValue(orphan.path, `must be one of the features in data/features; got ${orphan.feature}`);
  const idle = features.find((item) => item.plan && item.environment?.enabled && isBare(item));
  if (idle)
    throw badValue(idle.plan?.pointer ?? '', 'must have an activeMilestoneId, because the feature is on and has no other enabled strategy');
  refuseAny('data/featureTags', 'have types that neither exist nor are imported', unknownTagTypes);
  for (const [index, { legalValues = [] }] of data.contextFields.entries())
    refuseRepeatedValues(legalValues, { path: `data/contextFields/${index}` });
}

function refuseAny(path: string, problem: string, items: readonly string[]): void {
  if (items.length === 0) return;
  const details = items.map((item) => ({ path, message: `${path} ${problem}: ${item}`, description: `${path} ${problem}: ${item}` }));
  throw new Failure('BadDataError', `${path} ${problem}: ${items.join(', ')}`, { details });
}

function refuseWithoutPermissions({ missingPermissions }: Review, project: string, environment: string): void {
  if (missingPermissions.length === 0) return;
  const titles = missingPermissions.map((permission) => permissionTitles[permission]).join(', ');
  throw new Failure('NoAccessError', `This import requires permissions in project ${project}, environment ${environment}: ${titles}.`, {
    extra: { permissions: missingPermissions },
  });
}
