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

/** What others know of audit. */
export const auditSurface = surface({
  name: 'audit',
  paths: [{ prefix: '/api/admin/events' }, { prefix: '/api/admin/event-creators' }, { prefix: '/api/admin/search/events' }],
  settings: [auditSearchBudgetMs, auditSearchesAtOnce],
  queues: [{ queue: 'audit', kind: 'shared', bindings: [{ exchange: exchanges.events, pattern: '#' }] }],
  chapters: [
    {
      name: 'Events',
      description: 'Who changed what, and when.',
      paths: /^\/api\/admin\/(?:events|event-creators|search\/events)(?:\/|$)/,
    },
  ],
});
