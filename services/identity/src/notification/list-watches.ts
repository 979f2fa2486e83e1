import { DateTime } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findOwnUser } from '../account/own-user/own-user.ts';
import { Watch } from '../tables/mail.ts';

const WatchList = Type.Object({
  watches: Type.Array(
    Type.Object({
      featureName: Type.String(),
      /** True if the user watches it as its owner. */
      asOwner: Type.Boolean(),
      createdAt: DateTime,
    }),
  ),
});

export const listWatchesRoute = route(
  {
    method: 'get',
    path: '/api/admin/user/watches',
    summary: 'List the features that the current user watches, by name',
    permission: 'authenticated',
    answers: { 200: WatchList },
    failures: ['AuthenticationRequired', 'NoAccessError'],
  },
  (_input, context) => listWatches(context),
);

async function listWatches(context: ReadContext) {
  const { id: userId } = await findOwnUser(context);
  const watches = await context.em.find(Watch, { userId }, { orderBy: { featureName: 'asc' } });
  return { watches: watches.map(({ featureName, asOwner, createdAt }) => ({ featureName, asOwner, createdAt: createdAt.toISOString() })) };
}
