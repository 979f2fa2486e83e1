import { Envelope, envelopeType, eventDefinitions } from '@signalbox/contracts';
import { Type } from 'typebox';
import { serializeEvent } from '../event/event.schema.ts';
import { isImported } from '../source/imported-event.ts';
import { readHead } from '../log/event.ts';
import { type AuditContext, route } from '../open-audit.ts';
import { auditSearchBudgetMs } from '../surface.ts';
import type { ChainedEvent } from '../tables/event.ts';
import { pagesOfEvents } from './pages-of-events.ts';

const ReplayedEvents = Type.Object({
  events: Type.Array(Envelope),
  /** `after` of the next page, which may be requested now or later. */
  next: Type.Integer({ minimum: 0 }),
  /** True if the log has no further events. */
  isEnd: Type.Boolean(),
});

export const replayEventsRoute = route(
  {
    method: 'get',
    path: '/api/admin/audit/events/replay',
    summary: 'Replay events as CloudEvents, in the format of the message bus, oldest first; without imported events',
    permission: 'authenticated',
    query: Type.Object({
      /** Start after this position in the log: `next` of the previous page, or 0. */
      after: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
      project: Type.Optional(Type.String()),
    }),
    answers: { 200: ReplayedEvents },
    failures: ['UnavailableError'],
  },
  ({ query: { after = 0, limit = 100, project } }, context) =>
    context.state.searches.run(() => replayEvents(context, { after, limit, project })),
);

interface Page {
  readonly after: number;
  readonly limit: number;
  readonly project: string | undefined;
}

/** A page of events, or fewer if the time of one search is up. */
async function replayEvents(context: AuditContext, { after, limit, project }: Page) {
  const filter = project === undefined ? {} : { projects: [project] };
  const { id: upTo } = await readHead(context.em);
  const begun = context.now().getTime();
  const envelopes: Envelope[] = [];
  let next = Math.min(after, upTo);
  for await (const { events, last } of pagesOfEvents(context, filter, { after, upTo })) {
    const taken = events.slice(0, limit - envelopes.length);
    envelopes.push(...taken.filter((event) => !isImported(event)).map(envelopeOf));
    next = taken.length < events.length ? (taken.at(-1)?.id ?? next) : last;
    if (envelopes.length === limit || context.now().getTime() - begun >= context.settings.get(auditSearchBudgetMs)) break;
  }
  return { events: envelopes, next, isEnd: next === upTo };
}

/** Reconstructs the message from the stored event. */
function envelopeOf(stored: ChainedEvent): Envelope {
  const { id: _, tags, groupId, groupType: __, ...event } = serializeEvent(stored);
  return {
    specversion: '1.0',
    id: stored.messageId,
    source: stored.source ?? '',
    type: envelopeType(event.type, eventDefinitions.get(event.type)?.version ?? 1),
    ...(event.featureName && { subject: event.featureName }),
    time: event.createdAt,
    datacontenttype: 'application/json',
    sequence: stored.sequence ?? 1,
    ...(stored.revision !== null && { revision: stored.revision }),
    ...(groupId !== null && { correlationid: groupId }),
    data: { ...event, tags: tags ?? [] },
  };
}
