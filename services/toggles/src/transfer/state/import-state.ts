import {
  changeRequestConfigurationUpdated,
  contextFieldCreated,
  dropEnvironments,
  dropFeatures,
  dropFeatureTags,
  dropProjects,
  dropStrategies,
  dropTags,
  dropTagTypes,
  environmentDeleted,
  environmentImport,
  featureImport,
  featureStrategyAdd,
  featureTagImport,
  projectDeleted,
  projectEnvironmentAdded,
  projectImport,
  segmentImport,
  strategyImport,
  tagImport,
  tagTypeImport,
} from '@signalbox/contracts';
import { type Context, plainText, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { lockInstance } from '../../lifecycle/lock-order.ts';
import { currentState } from './current-state.ts';
import { declareFields } from './declare-fields.ts';
import { dropProtections, dropSections, publishDeletions } from './drop-sections.ts';
import { BooleanText, isTrue, retires, SentState } from './state.schema.ts';
import { writeFeatures } from './write-features.ts';
import { writeDefaultStrategies } from './write-default-strategies.ts';
import { writeEnvironments } from './write-environments.ts';
import { writeProjects } from './write-projects.ts';
import { writeSegments, writeStrategyDefinitions } from './write-definitions.ts';
import { writeStrategies } from './write-strategies.ts';
import { writeTags } from './write-tags.ts';
import { stateFile } from './state-file.ts';

export const importStateRoute = route(
  {
    method: 'post',
    path: '/api/admin/state/import',
    summary: 'Import the state of an instance, all or nothing',
    permission: 'ADMIN',
    query: Type.Object({ drop: BooleanText, keep: BooleanText }),
    body: SentState,
    file: stateFile,
    answers: { 202: plainText },
    failures: ['BadDataError', 'NotFoundError', 'NameExistsError', 'SegmentInUseError'],
    events: [
      contextFieldCreated,
      dropEnvironments,
      dropProjects,
      dropFeatures,
      dropStrategies,
      dropFeatureTags,
      dropTags,
      dropTagTypes,
      environmentImport,
      projectImport,
      featureImport,
      projectEnvironmentAdded,
      featureStrategyAdd,
      strategyImport,
      tagTypeImport,
      tagImport,
      featureTagImport,
      segmentImport,
      projectDeleted,
      environmentDeleted,
      changeRequestConfigurationUpdated,
    ],
    deprecated: 'Use POST /api/admin/features-batch/import to import features.',
    retires,
  },
  async ({ query: { drop = 'false', keep = 'true' }, body }, context) => {
    await importState(context, body, { drop: isTrue(drop), keep: isTrue(keep) });
    return 'Accepted';
  },
);

/** Treatment of existing objects by an import. */
interface ImportOptions {
  /** Deletes the rows of the state's sections first. */
  readonly drop: boolean;
  /** Keeps existing objects as they are. Otherwise they must be equal to the imported ones. */
  readonly keep: boolean;
}

/** Writes a state section by section, in the order of their references. */
async function importState(context: Context, input: SentState, { drop, keep }: ImportOptions): Promise<void> {
  const state = currentState(input);
  await lockInstance(context);
  const dropped = drop ? await dropSections(context, state) : null;
  await writeEnvironments(context, state, keep);
  await writeProjects(context, state, keep);
  const created = await writeFeatures(context, state, keep);
  await writeStrategyDefinitions(context, state, keep);
  await writeTags(context, state, keep);
  await declareFields(context, state);
  const segments = await writeSegments(context, state, keep);
  await writeStrategies(context, state, segments, { keep, created });
  await writeDefaultStrategies(context, created);
  if (dropped) await dropProtections(context);
  if (dropped) publishDeletions(context, dropped, state);
}
