import { changesNothing, route } from '@signalbox/kit';
import { readUndo } from './read-undo.ts';
import { PastEvent, Undo } from './undo.schema.ts';

export const previewUndoRoute = route(
  {
    method: 'post',
    path: '/api/admin/undo/preview',
    summary: 'Preview the undo of an event: the change, whether it is possible, and later changes',
    permission: 'authenticated',
    body: PastEvent,
    answers: { 200: Undo },
    failures: ['BadDataError', 'NotFoundError'],
    ...changesNothing,
  },
  async ({ body }, context) => (await context.write((unit) => readUndo(unit, body))).undo,
);
