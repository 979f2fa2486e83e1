import { sayAgo } from '../../base/time.ts';

export const auditTexts = {
  broken: (eventId: number, reason: string) => `The log is not what was written, from event ${eventId} on (${reason}).`,
  toEvent: (id: number) => `Event ${id}`,
  exportAs: { ndjson: 'Export NDJSON', csv: 'Export CSV' },
  eventTitle: (id: number) => `Event ${id}`,
  noEvent: (id: string) => `There is no event ${id}, or you may not see it`,
  difference: 'What it changed',
  noDifference: 'It says nothing of before and after.',
  dropped: 'What it said was dropped, because it is old.',
  group: 'All of the same request',
  events: (count: number) => `${count.toLocaleString('en')} events`,
  firstOf: (texts: readonly string[]) => `${texts.slice(0, 3).join(', ')}${texts.length > 3 ? ` and ${texts.length - 3} more` : ''}`,
  title: 'Audit',
  about: 'Who did what, the newest first. Nobody can change it unseen: each line is part of a signed chain.',
  filter: 'Filter by words, or type: feature: in: by: last: from: to:',
  verified: (event: number, age: string) => `Verified up to event ${event.toLocaleString('en')}, ${sayAgo(age)}`,
  signed: (event: number, age: string) => `Signed up to event ${event.toLocaleString('en')}, ${sayAgo(age)}`,
  none: 'Nothing has happened yet',
  more: 'Show more',
} as const;
