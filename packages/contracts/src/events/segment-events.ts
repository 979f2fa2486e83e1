import { Type } from 'typebox';
import { Constraint, DateTime, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

/** A segment as routes answer it and events carry it. */
export const SegmentShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: nullable(Type.String()),
  project: nullable(Type.String()),
  constraints: Type.Array(Constraint),
  createdBy: nullable(Type.String()),
  createdAt: DateTime,
});

export const segmentCreated = defineEvent('toggles', 'segment-created', {
  when: 'a segment is created',
  scope: ['project?'],
  touches: 'segment',
  data: SegmentShape,
});

export const segmentUpdated = defineEvent('toggles', 'segment-updated', {
  when: 'a segment is changed, and with it every strategy that refers to it',
  scope: ['project?'],
  touches: 'segment',
  data: SegmentShape,
  preData: SegmentShape,
});

export const segmentDeleted = defineEvent('toggles', 'segment-deleted', {
  when: 'a segment that no strategy uses is deleted',
  scope: ['project?'],
  touches: 'segment',
  preData: SegmentShape,
});
