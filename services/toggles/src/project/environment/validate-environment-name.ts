import { EnvironmentName } from '@signalbox/contracts';
import { empty, changesNothing, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { refuseTakenEnvironment } from './create-environment.ts';

export const validateEnvironmentNameRoute = route(
  {
    method: 'post',
    path: '/api/admin/environments/validate',
    summary: 'Validate the name of a new environment',
    permission: 'ADMIN',
    body: Type.Object({ name: EnvironmentName }),
    answers: { 200: empty },
    failures: ['NameExistsError'],
    ...changesNothing,
  },
  ({ body }, context) => refuseTakenEnvironment(context, body.name),
);
