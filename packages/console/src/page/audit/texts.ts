import { formatAgo } from '../../base/time.ts';

export const auditTexts = {
  broken: (eventId: number, reason: string) => `The audit log has been altered from event ${eventId} on (${reason}).`,
  toEvent: (id: number) => `Event ${id}`,
  exportAs: { ndjson: 'Export NDJSON', csv: 'Export CSV' },
  eventTitle: (id: number) => `Event ${id}`,
  noEvent: (id: string) => `Event ${id} doesn’t exist, or you don’t have access to it`,
  difference: 'Changes',
  noDifference: 'This event has no before and after values.',
  dropped: 'The details of this event have expired.',
  group: 'All events of this request',
  events: (count: number) => `${count.toLocaleString('en')} events`,
  firstOf: (texts: readonly string[]) => `${texts.slice(0, 3).join(', ')}${texts.length > 3 ? ` and ${texts.length - 3} more` : ''}`,
  title: 'Audit',
  about: 'Who did what, newest first. Events form a signed chain, so tampering is detected.',
  filter: 'Filter by text or by type: feature: in: by: last: from: to:',
  verified: (event: number, age: string) => `Verified up to event ${event.toLocaleString('en')}, ${formatAgo(age)}`,
  signed: (event: number, age: string) => `Signed up to event ${event.toLocaleString('en')}, ${formatAgo(age)}`,
  none: 'No events yet',
  more: 'Show more',
} as const;
