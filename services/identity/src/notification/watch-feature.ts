import { Failure, UrlFriendlyName } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { lockOwnUser } from '../account/own-user/own-user.ts';
import { Watch } from '../tables/mail.ts';

export const watchParams = Type.Object({ featureName: UrlFriendlyName });

export const watchFailures = ['AuthenticationRequired', 'NoAccessError', 'ValidationError'] as const;

const maxWatches = 1000;

export const watchFeatureRoute = route(
  {
    method: 'put',
    path: '/api/admin/user/watches/:featureName',
    summary: 'Watch a feature: be notified when it changes',
    permission: 'authenticated',
    params: watchParams,
    answers: { 204: empty },
    failures: [...watchFailures, 'OperationDeniedError'],
    events: { none: 'because it concerns only the user' },
  },
  ({ params }, context) => watchFeature(context, params.featureName),
);

/**
 * Accepts any name, because features belong to another service: without a feature that the user can see there is no mail, and the response
 * reveals nothing. Serializes requests of one user, so that none exceeds the limit.
 */
async function watchFeature(context: Context, featureName: string): Promise<void> {
  const { em, now } = context;
  const { id: userId } = await lockOwnUser(context);
  const known = await em.findOne(Watch, { userId, featureName });
  if (known) known.asOwner = false;
  else {
    if ((await em.count(Watch, { userId })) >= maxWatches)
      throw new Failure(
        'OperationDeniedError',
        `You watch ${maxWatches} features, which is the maximum. Stop watching one first, for example in your profile.`,
      );
    em.create(Watch, { userId, featureName, asOwner: false, createdAt: now() });
  }
}
