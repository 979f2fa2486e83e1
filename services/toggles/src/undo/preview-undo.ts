import { onlyLooks, route } from '@signalbox/kit';
import { readUndo } from './read-undo.ts';
import { PastEvent, Undo } from './undo.schema.ts';

export const previewUndoRoute = route(
  {
    method: 'post',
    path: '/api/admin/undo/preview',
    summary: 'Read what undoing an event means: the change, whether it is possible, and what was changed since',
    permission: 'authenticated',
    body: PastEvent,
    answers: { 200: Undo },
    failures: ['BadDataError', 'NotFoundError'],
    ...onlyLooks,
  },
  async ({ body }, context) => (await context.write((unit) => readUndo(unit, body))).undo,
);
