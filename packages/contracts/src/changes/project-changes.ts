import { changeRequestConfigurationUpdated } from '../events/change-request-events.ts';
import { segmentDeleted, segmentUpdated } from '../events/segment-events.ts';
import { type ChangeDefinition, emission } from './change-definition.ts';

export const projectChanges = {
  updateSegment: {
    of: 'segment',
    scope: 'project',
    phrase: ({ segment }) => `Change ${segment}`,
    replaces: { by: 'id' },
    emits: [emission(segmentUpdated, ({ data }) => data)],
  },
  deleteSegment: {
    of: 'segment',
    scope: 'project',
    phrase: ({ segment }) => `Delete ${segment}`,
    replaces: 'nothing',
    emits: [emission(segmentDeleted, ({ preData }) => preData)],
  },
  updateProtection: {
    of: 'environment',
    scope: 'environment',
    phrase: ({ environment, payload }) =>
      `${payload['changeRequestsEnabled'] === false ? 'End' : 'Change'} the protection of ${environment}`,
    replaces: {},
    emits: [
      emission(changeRequestConfigurationUpdated, ({ data: { changeRequestsEnabled, protection } }) => ({
        changeRequestsEnabled,
        ...protection,
      })),
    ],
  },
} as const satisfies Readonly<Record<string, ChangeDefinition>>;
