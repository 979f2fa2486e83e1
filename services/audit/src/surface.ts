import { exchanges } from '@signalbox/contracts';
import { frameworkSettings, parse, setting, surface } from '@signalbox/kit';

export const auditSearchBudgetMs = setting(
  'AUDIT_SEARCH_BUDGET_MS',
  '1000',
  parse.integer(1, 60_000),
  'Time limit of one event search, in milliseconds; after it, the search returns partial results and marks them as such.',
);
export const auditSearchesAtOnce = setting(
  'AUDIT_SEARCHES_AT_ONCE',
  '4',
  parse.integer(1, 1000),
  'Concurrent event searches per process; more return 503.',
);

export const auditExportsAtOnce = setting(
  'AUDIT_EXPORTS_AT_ONCE',
  '2',
  parse.integer(1, 1000),
  'Concurrent event exports per process; more return 503.',
);
export const auditCheckpointEvents = setting(
  'AUDIT_CHECKPOINT_EVENTS',
  '1000',
  parse.integer(1, 1_000_000),
  'Number of events after which the log signs a new checkpoint.',
);
export const auditCheckpointMinutes = setting(
  'AUDIT_CHECKPOINT_MINUTES',
  '60',
  parse.integer(1, 100_000),
  'Minutes after which the log signs a new checkpoint even with fewer events.',
);
export const auditKeyDays = setting(
  'AUDIT_KEY_DAYS',
  '365',
  parse.integer(1, 100_000),
  'Days after which a new key signs the checkpoints. Earlier keys remain valid.',
);
export const auditVerifyBudgetMs = setting(
  'AUDIT_VERIFY_BUDGET_MS',
  '10000',
  parse.integer(1, 60_000),
  'Time limit of one verification request, in milliseconds; after it, the request returns its progress.',
);
export const auditPayloadDays = setting(
  'AUDIT_PAYLOAD_DAYS',
  '',
  parse.optional(parse.integer(1, 100_000)),
  'Days after which the log drops the content of events (data and preData). Author, type and time remain, and the chain can still be verified. Empty: never.',
);

export const maxChangeStreams = setting(
  'MAX_CHANGE_STREAMS',
  '1000',
  parse.integer(0, 1_000_000),
  'Maximum number of open change streams per audit process; further clients poll instead.',
);

export const auditSurface = surface({
  name: 'audit',
  paths: [
    { prefix: '/api/admin/events' },
    { prefix: '/api/admin/event-creators' },
    { prefix: '/api/admin/search/events' },
    { prefix: '/api/admin/audit' },
    { prefix: '/api/admin/changes' },
    { prefix: '/api/admin/projects/:projectId/rules/dry-run' },
    { prefix: '/api/admin/migration/events', bodyLimitBytes: frameworkSettings.bulkLimitBytes },
  ],
  settings: [
    auditSearchBudgetMs,
    auditSearchesAtOnce,
    auditExportsAtOnce,
    auditCheckpointEvents,
    auditCheckpointMinutes,
    auditKeyDays,
    auditVerifyBudgetMs,
    auditPayloadDays,
    maxChangeStreams,
  ],
  queues: [{ queue: 'audit', kind: 'shared', bindings: [{ exchange: exchanges.events, pattern: '#' }] }],
  sections: [
    {
      name: 'Events',
      description: 'The log of all changes: author, time and content.',
      paths:
        /^\/api\/admin\/(?:events|event-creators|search\/events|audit|changes|migration\/events|projects\/[^/]+\/rules\/dry-run)(?:\/|$)/,
    },
  ],
});
