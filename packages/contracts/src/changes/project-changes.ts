import { segmentDeleted, segmentUpdated } from '../events/segment-events.ts';
import { type ChangeDefinition, emission } from './change-definition.ts';

export const projectChanges = {
  updateSegment: {
    of: 'project',
    scope: 'project',
    phrase: ({ segment }) => `Change ${segment}`,
    replaces: { by: 'id' },
    emits: [emission(segmentUpdated, ({ data }) => data)],
  },
  deleteSegment: {
    of: 'project',
    scope: 'project',
    phrase: ({ segment }) => `Delete ${segment}`,
    replaces: 'nothing',
    emits: [emission(segmentDeleted, ({ preData }) => preData)],
  },
} as const satisfies Readonly<Record<string, ChangeDefinition>>;
