import { type changesProposed, type Principal, type protectionBypassed, system } from '@signalbox/contracts';
import type { ReceivedEvent } from '@signalbox/kit';

/** The principal of the author, reconstructed from its key. */
export function authorOf({
  createdBy,
  createdByUserId,
  via,
  data: { author },
}: ReceivedEvent<typeof changesProposed> | ReceivedEvent<typeof protectionBypassed>): Principal {
  const [kind = '', id] = author.split(':');
  return {
    ...system,
    kind: kind as Principal['kind'],
    id: createdByUserId,
    name: createdBy,
    ...(createdByUserId === null && { tokenId: Number(id) }),
    ...(via && { via }),
  };
}
