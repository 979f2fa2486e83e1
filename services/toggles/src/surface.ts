import { exchanges } from '@signalbox/contracts';
import { frameworkSettings, surface } from '@signalbox/kit';
import { togglesQueue } from './base/toggles-queue.ts';
import { sections } from './api-sections.ts';
import { featureBroadcast } from './base/feature-broadcast.ts';
import {
  cleanupEnvironments,
  cleanupQuietDays,
  constraintValues,
  documentBytes,
  environmentStrategies,
  featureLinks,
  inlineListIds,
  listBytes,
  listedNetworks,
  listIds,
  segmentValues,
  strategyConstraints,
  strategySegments,
  maxImpactMetrics,
  maxImpactSeries,
  metricFeatures,
  usageApplications,
} from './base/setting/limits.ts';
import { supportUrl } from './base/setting/support-url.ts';
import { undeclaredFields } from './base/setting/undeclared-fields.ts';

export const togglesSurface = surface({
  name: 'toggles',
  paths: [
    { prefix: '/api/admin' },
    { prefix: '/api/admin/features-batch', bodyLimitBytes: frameworkSettings.bulkLimitBytes },
    { prefix: '/api/admin/state', bodyLimitBytes: frameworkSettings.bulkLimitBytes },
    { prefix: '/api/admin/migration/usage', bodyLimitBytes: frameworkSettings.bulkLimitBytes },
    { prefix: '/api/admin/projects/:projectId/plan', bodyLimitBytes: documentBytes },
    { prefix: '/api/admin/projects/:projectId/promotions', bodyLimitBytes: documentBytes },
    { prefix: '/api/admin/projects/:projectId/apply', bodyLimitBytes: documentBytes },
    { prefix: '/api/admin/projects/:projectId/code-references', bodyLimitBytes: frameworkSettings.bulkLimitBytes },
    { prefix: '/api/admin/segment-lists', bodyLimitBytes: listBytes },
    { prefix: '/api/signals' },
    { prefix: '/openfeature/v0/manifest/flags' },
    // An event contains both versions of an object, and the response adds the difference.
    { prefix: '/api/admin/undo', bodyLimitBytes: frameworkSettings.bulkLimitBytes },
    // These are more specific than the paths of change-requests above them, because toggles owns the protection settings.
    { prefix: '/api/admin/projects/:projectId/change-requests/config' },
    { prefix: '/api/admin/projects/:projectId/environments/:environment/change-requests/config' },
  ],
  queues: [togglesQueue, { queue: 'toggles.usage', kind: 'competing', bindings: [{ exchange: exchanges.usage, pattern: '#' }] }],
  broadcast: featureBroadcast,
  settings: [
    documentBytes,
    segmentValues,
    listIds,
    inlineListIds,
    listBytes,
    strategySegments,
    environmentStrategies,
    strategyConstraints,
    constraintValues,
    listedNetworks,
    maxImpactMetrics,
    maxImpactSeries,
    metricFeatures,
    usageApplications,
    cleanupEnvironments,
    cleanupQuietDays,
    undeclaredFields,
    supportUrl,
    featureLinks,
  ],
  sections,
});
