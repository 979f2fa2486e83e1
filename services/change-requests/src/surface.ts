import { exchanges } from '@signalbox/contracts';
import { surface } from '@signalbox/kit';
import {
  changeRequestHourlyBytes,
  changeRequestHourlyProposals,
  changeRequestLimitBytes,
  changeRequestPayloadDays,
} from './base/settings.ts';

const eventsOf = (service: string, ...types: string[]) =>
  types.map((type) => ({ exchange: exchanges.events, pattern: `${service}.${type}` }));
const ofProject = '/api/admin/projects/:projectId';

/** What others know of change requests. */
export const changeRequestsSurface = surface({
  name: 'change-requests',
  paths: [
    { prefix: `${ofProject}/change-requests`, bodyLimitBytes: changeRequestLimitBytes },
    { prefix: `${ofProject}/environments/:environment/change-requests`, bodyLimitBytes: changeRequestLimitBytes },
    { prefix: '/api/admin/playground/change-request' },
    { prefix: '/api/admin/search/change-requests' },
    { prefix: '/api/admin/inbox' },
  ],
  queues: [
    {
      queue: 'change-requests',
      kind: 'shared',
      bindings: [
        ...eventsOf('toggles', 'project-created', 'project-updated', 'project-import', 'project-deleted', 'project-environment-removed'),
        ...eventsOf('toggles', 'environment-deleted', 'changes-proposed', 'protection-bypassed'),
        // What is written directly, and what schedules were made for.
        ...eventsOf('toggles', 'feature-archived', 'feature-deleted', 'feature-project-change', 'features-imported'),
        ...eventsOf('toggles', 'feature-environment-enabled', 'feature-environment-disabled', 'feature-environment-variants-updated'),
        ...eventsOf('toggles', 'feature-strategy-add', 'feature-strategy-update', 'feature-strategy-remove', 'strategy-order-changed'),
        ...eventsOf('toggles', 'feature-dependency-added', 'feature-dependency-removed', 'feature-dependencies-removed'),
        ...eventsOf('toggles', 'segment-created', 'segment-updated', 'segment-deleted'),
        ...eventsOf('identity', 'user-created', 'user-updated', 'user-deleted', 'service-account-deleted'),
        ...eventsOf('identity', 'group-created', 'group-updated', 'group-deleted'),
      ],
    },
  ],
  settings: [changeRequestLimitBytes, changeRequestHourlyBytes, changeRequestHourlyProposals, changeRequestPayloadDays],
  chapters: [
    {
      name: 'Change requests',
      description: 'Changes that others look at before they reach a protected environment.',
      paths:
        /^\/api\/admin\/(?:projects\/:projectId\/(?:environments\/:environment\/)?change-requests|playground\/change-request|search\/change-requests|inbox)(?:\/|$)/,
    },
  ],
});
