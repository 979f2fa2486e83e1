import { type ReadContext, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { findOwnUser } from '../account/own-user/own-user.ts';
import type { MailState } from '../base/mail/open-mailer.ts';
import { Watch } from '../tables/mail.ts';
import { channelsOf } from './notify.ts';
import { watchFailures, watchParams } from './watch-feature.ts';

const WatchState = Type.Object({
  watching: Type.Boolean(),
  /** Whether changes are mailed: not without a mail server, without an email address, or if the user turned them off. */
  mail: Type.Enum(['on', 'no server', 'no address', 'not chosen']),
});

export const getWatchRoute = routeWith<MailState>()(
  {
    method: 'get',
    path: '/api/admin/user/watches/:featureName',
    summary: 'Get whether the current user watches a feature, and whether changes are mailed',
    permission: 'authenticated',
    params: watchParams,
    answers: { 200: WatchState },
    failures: watchFailures,
  },
  ({ params }, context) => getWatch(context, params.featureName),
);

async function getWatch(context: ReadContext<MailState>, featureName: string) {
  const { em, state } = context;
  const { id: userId, email } = await findOwnUser(context);
  const isChosen = (await channelsOf(em, [userId], 'watched'))(userId).mail;
  const mail = state.mailer.isEnabled ? (email ? (isChosen ? 'on' : 'not chosen') : 'no address') : 'no server';
  return { watching: (await em.findOne(Watch, { userId, featureName })) !== null, mail } as const;
}
