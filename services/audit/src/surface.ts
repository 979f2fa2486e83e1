import { exchanges } from '@signalbox/contracts';
import { parse, setting, surface } from '@signalbox/kit';

export const auditSearchBudgetMs = setting(
  'AUDIT_SEARCH_BUDGET_MS',
  '1000',
  parse.integer(1, 60_000),
  'How long one search may look through the events, in milliseconds; then it answers what it has found and says so.',
);
export const auditSearchesAtOnce = setting(
  'AUDIT_SEARCHES_AT_ONCE',
  '4',
  parse.integer(1, 1000),
  'Searches for events that one process runs at once; further ones are answered 503.',
);

export const auditExportsAtOnce = setting(
  'AUDIT_EXPORTS_AT_ONCE',
  '2',
  parse.integer(1, 1000),
  'Exports of events that one process writes at once; further ones are answered 503.',
);
export const auditCheckpointEvents = setting(
  'AUDIT_CHECKPOINT_EVENTS',
  '1000',
  parse.integer(1, 1_000_000),
  'How many events the log takes in before what it is gets signed again.',
);
export const auditCheckpointMinutes = setting(
  'AUDIT_CHECKPOINT_MINUTES',
  '60',
  parse.integer(1, 100_000),
  'After how many minutes the log is signed again, though fewer events came.',
);
export const auditKeyDays = setting(
  'AUDIT_KEY_DAYS',
  '365',
  parse.integer(1, 100_000),
  'Days after which another key signs the checkpoints of the log. Earlier ones are still believed.',
);
export const auditVerifyBudgetMs = setting(
  'AUDIT_VERIFY_BUDGET_MS',
  '10000',
  parse.integer(1, 60_000),
  'How long one request may verify the log, in milliseconds; then it answers how far it has come.',
);
export const auditPayloadDays = setting(
  'AUDIT_PAYLOAD_DAYS',
  '',
  parse.optional(parse.integer(1, 100_000)),
  'Days after which the log drops what events say (data and preData); who did what and when stays, and the chain can be verified. Empty: never.',
);

export const maxChangeStreams = setting(
  'MAX_CHANGE_STREAMS',
  '1000',
  parse.integer(0, 1_000_000),
  'Streams of changes for consoles that one audit process keeps open at most; whoever finds no room asks from time to time.',
);

/** What others know of audit. */
export const auditSurface = surface({
  name: 'audit',
  paths: [
    { prefix: '/api/admin/events' },
    { prefix: '/api/admin/event-creators' },
    { prefix: '/api/admin/search/events' },
    { prefix: '/api/admin/audit' },
    { prefix: '/api/admin/changes' },
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
  chapters: [
    {
      name: 'Events',
      description: 'Who changed what, and when.',
      paths: /^\/api\/admin\/(?:events|event-creators|search\/events|audit|changes)(?:\/|$)/,
    },
  ],
});
