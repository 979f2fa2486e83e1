import { Failure, nullable, UrlFriendlyName } from '@signalbox/contracts';
import { empty, changesNothing, type ReadContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { findProject, refuseOutsidePattern } from '../../project/project/project.ts';
import { refuseTakenNames } from './create-features.ts';

const FeatureName = Type.Object({ name: UrlFriendlyName, projectId: Type.Optional(nullable(Type.String())) });

export const validateFeatureNameRoute = route(
  {
    method: 'post',
    path: '/api/admin/features/validate',
    summary: 'Validate the name of a new feature',
    permission: 'authenticated',
    body: FeatureName,
    answers: { 200: empty },
    failures: ['NameExistsError', 'PatternError', 'NotFoundError'],
    ...changesNothing,
  },
  ({ body }, context) => validateFeatureName(context, body),
);

/** Throws 409 for a name in use, 404 for an unknown or hidden project, and 400 for a name outside its pattern. */
async function validateFeatureName(
  context: Pick<ReadContext, 'em' | 'access' | 'actor'>,
  { name, projectId }: Static<typeof FeatureName>,
): Promise<void> {
  await refuseTakenNames(context, [name]);
  if (projectId === undefined || projectId === null) return;
  if (!context.access.sees(context.actor, projectId)) throw new Failure('NotFoundError', `There is no project ${projectId}.`);
  await refuseOutsidePattern(await findProject(context, projectId), [name]);
}
