import { TokensSeen, validator } from '@signalbox/contracts';
import { type CountConsumer, minuteMs } from '@signalbox/kit';
import { ApiToken } from './api-token.ts';

const isTokensSeen = validator(TokensSeen);

/** Stores when applications last used a token. Uses within a minute of the stored one are skipped: each would be a write. */
export const onTokensSeen: CountConsumer = {
  queue: 'identity.tokens-seen',
  async take(bodies, context) {
    for (const { hashes, at } of bodies.filter(isTokensSeen)) {
      const seenAt = new Date(at);
      const earlier = { $or: [{ seenAt: null }, { seenAt: { $lte: new Date(seenAt.getTime() - minuteMs) } }] };
      await context.write(({ em }) => em.nativeUpdate(ApiToken, { hash: { $in: hashes }, ...earlier }, { seenAt }));
    }
  },
};
