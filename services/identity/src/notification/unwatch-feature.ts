import { type Context, empty, type EntityManager, route } from '@signalbox/kit';
import { findOwnUser } from '../account/own-user/own-user.ts';
import { PendingMail, Watch } from '../tables/mail.ts';
import { watchFailures, watchParams } from './watch-feature.ts';

export const unwatchFeatureRoute = route(
  {
    method: 'delete',
    path: '/api/admin/user/watches/:featureName',
    summary: 'Stop watching a feature, also as its owner',
    permission: 'authenticated',
    params: watchParams,
    answers: { 204: empty },
    failures: watchFailures,
    events: { none: 'because it concerns only the user' },
  },
  async ({ params }, context: Context) => unwatch(context.em, (await findOwnUser(context)).id, params.featureName),
);

/** Also drops waiting mails. */
export async function unwatch(em: EntityManager, userId: number, featureName: string): Promise<void> {
  await em.nativeDelete(Watch, { userId, featureName });
  await em.nativeDelete(PendingMail, { userId, featureName });
}
