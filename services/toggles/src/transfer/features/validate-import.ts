import { permissionTitles } from '@signalbox/contracts';
import { onlyLooks, route } from '@signalbox/kit';
import { type PreparedImport, prepareImport, type Reading } from './prepare-import.ts';
import { type Review, reviewImport } from './review-import.ts';
import { type Finding, ImportEnvelope, ImportReport } from './transfer.schema.ts';

export const validateImportRoute = route(
  {
    method: 'post',
    path: '/api/admin/features-batch/validate',
    summary: 'Validate an import: list its errors, warnings and missing permissions',
    permission: 'authenticated',
    body: ImportEnvelope,
    answers: { 200: ImportReport },
    failures: [],
    ...onlyLooks,
  },
  ({ body }, context) => validateImport(context, body),
);

export async function validateImport(context: Reading, envelope: ImportEnvelope): Promise<ImportReport> {
  const prepared = await prepareImport(context, envelope);
  const review = await reviewImport(context, envelope, prepared);
  return {
    errors: errorsOf(envelope, prepared, review),
    warnings: reported(warningsOf(prepared, review)),
    permissions: reported([
      ['You lack permissions that this import needs.', review.missingPermissions.map((name) => permissionTitles[name])],
    ]),
  };
}

type Possible = readonly (readonly [message: string, items: readonly string[]])[];

const limitReached: Finding = { message: 'With these features the project has more than it may have.', affectedItems: [] };

const errorsOf = ({ project, environment }: ImportEnvelope, prepared: PreparedImport, review: Review): Finding[] => [
  ...reported([
    ['There is no such project.', prepared.project ? [] : [project]],
    ['The project does not use this environment.', prepared.project && !prepared.usesEnvironment ? [environment] : []],
    ['These kinds of strategies do not exist here.', review.unknownStrategies],
    ['These context fields exist here and do not allow all imported legal values.', review.clashingFields],
    ['These features exist in other projects.', review.elsewhere],
    ['These features occur more than once.', prepared.repeated],
    ['These names do not match the naming pattern of the project.', review.outsidePattern],
  ]),
  ...(review.beyondLimit ? [limitReached] : []),
  ...reported([
    ['These segments do not exist here, or are of another project.', prepared.unknownSegments],
    ['These parents of features are neither imported nor there.', review.unknownParents],
    ['These types of tags are neither imported nor there.', review.unknownTagTypes],
    ['Parts of these features are in the data, but not the features.', [...new Set(prepared.orphans.map(({ feature }) => feature))]],
  ]),
  ...(review.proposal?.problem ? [{ message: `The import ${review.proposal.problem}.`, affectedItems: [] }] : []),
];

const warningsOf = ({ archived }: PreparedImport, { customStrategies, overwritten, undeclared, proposal }: Review): Possible => [
  ['Strategies of these custom kinds are imported: applications must know them.', customStrategies],
  ['These features are in the archive here and are left out.', archived],
  ['These features exist here and will be overwritten.', overwritten],
  ['Constraints name these context fields, which nobody has declared: the import declares them.', undeclared],
  [
    'The environment needs change requests: what these features get there is proposed in one.',
    [...new Set((proposal?.changes ?? []).flatMap(({ feature }) => feature ?? []))],
  ],
];

const reported = (possible: Possible): Finding[] =>
  possible.filter(([, items]) => items.length > 0).map(([message, items]) => ({ message, affectedItems: [...items] }));
