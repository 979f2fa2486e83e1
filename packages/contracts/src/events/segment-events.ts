import { Type } from 'typebox';
import { Constraint, DateTime, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

const Segment = Type.Object({
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
  data: Segment,
});

export const segmentUpdated = defineEvent('toggles', 'segment-updated', {
  when: 'a segment is changed, and with it every strategy that refers to it',
  scope: ['project?'],
  touches: 'segment',
  data: Segment,
  preData: Segment,
});

export const segmentDeleted = defineEvent('toggles', 'segment-deleted', {
  when: 'a segment that no strategy uses is deleted',
  scope: ['project?'],
  touches: 'segment',
  preData: Segment,
});
