import { UrlFriendlyName } from '@signalbox/contracts';
import { empty, changesNothing, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { refuseTakenId } from './create-project.ts';

export const validateProjectIdRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/validate',
    summary: 'Validate the id of a new project',
    permission: 'CREATE_PROJECT',
    body: Type.Object({ id: UrlFriendlyName }),
    answers: { 200: empty },
    failures: ['NameExistsError'],
    ...changesNothing,
  },
  ({ body }, context) => refuseTakenId(context, body.id),
);
