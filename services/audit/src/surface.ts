import { exchanges } from '@signalbox/contracts';
import { surface } from '@signalbox/kit';

/** What others know of audit. */
export const auditSurface = surface({
  name: 'audit',
  paths: [{ prefix: '/api/admin/events' }, { prefix: '/api/admin/event-creators' }, { prefix: '/api/admin/search/events' }],
  queues: [{ queue: 'audit', kind: 'shared', bindings: [{ exchange: exchanges.events, pattern: '#' }] }],
  chapters: [
    {
      name: 'Events',
      description: 'Who changed what, and when.',
      paths: /^\/api\/admin\/(?:events|event-creators|search\/events)(?:\/|$)/,
    },
  ],
});
