import { empty, changesNothing, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { refuseTakenSegmentName } from './segment.ts';
import { SegmentName } from './segment.schema.ts';

export const validateSegmentNameRoute = route(
  {
    method: 'post',
    path: '/api/admin/segments/validate',
    summary: 'Validate the name of a new segment',
    permission: 'authenticated',
    body: Type.Object({ name: SegmentName }),
    answers: { 204: empty },
    failures: ['NameExistsError'],
    ...changesNothing,
  },
  ({ body }, { em }) => refuseTakenSegmentName(em, body.name),
);
