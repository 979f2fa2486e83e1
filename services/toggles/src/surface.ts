import { exchanges } from '@signalbox/contracts';
import { surface } from '@signalbox/kit';
import { chapters } from './chapters.ts';
import { featureBroadcast } from './base/feature-broadcast.ts';
import {
  bulkLimitBytes,
  constraintValues,
  environmentStrategies,
  featureLinks,
  listedNetworks,
  segmentValues,
  strategyConstraints,
  strategySegments,
  usageApplications,
} from './base/setting/limits.ts';
import { undeclaredFields } from './base/setting/undeclared-fields.ts';

const eventsOf = (service: string, ...types: string[]) =>
  types.map((type) => ({ exchange: exchanges.events, pattern: `${service}.${type}` }));

/** What others know of toggles. */
export const togglesSurface = surface({
  name: 'toggles',
  paths: [
    { prefix: '/api/admin' },
    { prefix: '/api/admin/features-batch', bodyLimitBytes: bulkLimitBytes },
    { prefix: '/api/admin/state', bodyLimitBytes: bulkLimitBytes },
    // An event holds what was there before and after, and is shown with the difference.
    { prefix: '/api/admin/undo', bodyLimitBytes: bulkLimitBytes },
    // Beside what lies above them: what environments demand of changes is decided where the changes are made.
    { prefix: '/api/admin/projects/:projectId/change-requests/config' },
    { prefix: '/api/admin/projects/:projectId/environments/:environment/change-requests/config' },
  ],
  queues: [
    {
      queue: 'toggles',
      kind: 'shared',
      bindings: [
        ...eventsOf('identity', 'user-created', 'user-deleted', 'service-account-created', 'service-account-deleted'),
        ...eventsOf('identity', 'api-token-created', 'api-token-updated', 'api-token-deleted', 'resource-purged'),
        ...eventsOf('change-requests', 'change-request-created', 'change-request-sent-to-review', 'change-request-discarded'),
        ...eventsOf('change-requests', 'change-request-applied', 'change-request-cancelled', 'change-request-rejected'),
        ...eventsOf('change-requests', 'change-added', 'change-edited', 'change-discarded'),
      ],
    },
    { queue: 'toggles.usage', kind: 'competing', bindings: [{ exchange: exchanges.usage, pattern: '#' }] },
  ],
  broadcast: featureBroadcast,
  settings: [
    bulkLimitBytes,
    segmentValues,
    strategySegments,
    environmentStrategies,
    strategyConstraints,
    constraintValues,
    listedNetworks,
    usageApplications,
    undeclaredFields,
    featureLinks,
  ],
  chapters,
});
