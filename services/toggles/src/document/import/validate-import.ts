import { permissionTitles } from '@signalbox/contracts';
import { changesNothing, type Context, route } from '@signalbox/kit';
import type { Static } from 'typebox';
import { type PreparedImport, prepareImport, type Reading } from '../../transfer/features/prepare-import.ts';
import { type Review, reviewImport } from '../../transfer/features/review-import.ts';
import { type Finding, ImportEnvelope } from '../../transfer/features/transfer.schema.ts';
import { importDifferences } from './import-differences.ts';
import { ImportReport } from './import-report.schema.ts';

export const validateImportRoute = route(
  {
    method: 'post',
    path: '/api/admin/features-batch/validate',
    summary: 'Validate an import: list its changes, errors, warnings and missing permissions',
    permission: 'authenticated',
    body: ImportEnvelope,
    answers: { 200: ImportReport },
    failures: [],
    ...changesNothing,
  },
  ({ body }, context) => validateImport(context, body),
);

async function validateImport(context: Reading & Pick<Context, 'now'>, envelope: ImportEnvelope): Promise<Static<typeof ImportReport>> {
  const prepared = await prepareImport(context, envelope);
  const review = await reviewImport(context, envelope, prepared);
  return {
    errors: errorsOf(envelope, prepared, review),
    warnings: reported(warningsOf(prepared, review)),
    permissions: reported([
      ['You lack permissions that this import requires.', review.missingPermissions.map((name) => permissionTitles[name])],
    ]),
    unknownSegments: [...prepared.unknownSegments],
    differences: await importDifferences(context, envelope.environment, prepared),
  };
}

type Possible = readonly (readonly [message: string, items: readonly string[]])[];

const limitReached: Finding = { message: 'The import exceeds the feature limit of the project.', affectedItems: [] };

const errorsOf = ({ project, environment }: ImportEnvelope, prepared: PreparedImport, review: Review): Finding[] => [
  ...reported([
    ['The project does not exist.', prepared.project ? [] : [project]],
    ['The project does not use this environment.', prepared.project && !prepared.usesEnvironment ? [environment] : []],
    ['These strategy types do not exist.', review.unknownStrategies],
    ['These context fields exist and do not allow all imported legal values.', review.clashingFields],
    ['These features exist in other projects.', review.elsewhere],
    ['These features occur more than once.', prepared.repeated],
    ['These names do not match the naming pattern of the project.', review.outsidePattern],
  ]),
  ...(review.beyondLimit ? [limitReached] : []),
  ...reported([
    ['These segments do not exist or belong to another project.', prepared.unknownSegments],
    ['These parent features neither exist nor are imported.', review.unknownParents],
    ['These tag types neither exist nor are imported.', review.unknownTagTypes],
    [
      'The data contains configuration of these features, but not the features themselves.',
      [...new Set(prepared.orphans.map(({ feature }) => feature))],
    ],
  ]),
  ...(review.proposal?.problem ? [{ message: `The import ${review.proposal.problem}.`, affectedItems: [] }] : []),
];

const warningsOf = ({ archived }: PreparedImport, { customStrategies, overwritten, undeclared, proposal }: Review): Possible => [
  ['These custom strategy types are imported. Applications must implement them.', customStrategies],
  ['These features are archived and are skipped.', archived],
  ['These features exist and are overwritten.', overwritten],
  ['Constraints use these undeclared context fields. The import declares them.', undeclared],
  [
    'The environment requires change requests. Changes to these features are proposed in one.',
    [...new Set((proposal?.changes ?? []).flatMap(({ feature }) => feature ?? []))],
  ],
];

const reported = (possible: Possible): Finding[] =>
  possible.filter(([, items]) => items.length > 0).map(([message, items]) => ({ message, affectedItems: [...items] }));
