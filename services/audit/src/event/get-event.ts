import { Failure, nullable } from '@signalbox/contracts';
import { Type } from 'typebox';
import { route } from '../open-audit.ts';
import { describeEvent } from './describe-event.ts';
import { differenceOf, PatchStep } from './difference.ts';
import { DescribedEvent, serializeEvent } from './event.schema.ts';
import { listedEvent } from '../tables/event.ts';
import { matchingEvents } from './find-events.ts';
import { hideUnseen } from './hide-unseen.ts';

const EventWithDifference = Type.Object({
  ...DescribedEvent.properties,
  /** From `preData` to `data`; null if one of them is missing, or if the patch has more than a thousand steps. */
  difference: nullable(Type.Array(PatchStep)),
  /** True if the payload was dropped because of its age. */
  isDropped: Type.Boolean(),
});

export const getEventRoute = route(
  {
    method: 'get',
    path: '/api/admin/audit/events/:id',
    summary: 'Get an event and the change it records, as JSON Patch',
    permission: 'authenticated',
    params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
    answers: { 200: EventWithDifference },
    failures: ['NotFoundError'],
  },
  async ({ params: { id } }, context) => {
    const seesAll = context.access.allows(context.actor, ['ADMIN']);
    const matching = matchingEvents(context, {}, { after: id - 1, upTo: id }, seesAll);
    const [row] = hideUnseen(context, await matching.select([...listedEvent.selection, 'payload_hash']).execute());
    if (!row) throw new Failure('NotFoundError', `There is no event ${id}.`);
    const event = serializeEvent(row);
    return { ...describeEvent(event), difference: differenceOf(event), isDropped: row.payload_hash !== null };
  },
);
