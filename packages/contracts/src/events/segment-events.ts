import { Type } from 'typebox';
import { Constraint, DateTime, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

/** A segment in responses and events. */
export const SegmentShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: nullable(Type.String()),
  project: nullable(Type.String()),
  constraints: Type.Array(Constraint),
  /** Set of documents that manages the object. Absent if none. */
  managedBy: Type.Optional(Type.String()),
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
  when: 'a segment is updated, which affects every strategy that uses it',
  scope: ['project?'],
  touches: 'segment',
  data: SegmentShape,
  preData: SegmentShape,
});

export const segmentDeleted = defineEvent('toggles', 'segment-deleted', {
  when: 'an unused segment is deleted',
  scope: ['project?'],
  touches: 'segment',
  preData: SegmentShape,
});
