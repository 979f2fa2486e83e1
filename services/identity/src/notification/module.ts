import { module } from '@signalbox/kit';
import type { MailState } from '../base/mail/open-mailer.ts';
import { getWatchRoute } from './get-watch.ts';
import { listWatchesRoute } from './list-watches.ts';
import { sendPendingMailJob } from './send-pending-mail.ts';
import { stopWatchingRoute } from './stop-watching.ts';
import { unwatchFeatureRoute } from './unwatch-feature.ts';
import { watchFeatureRoute } from './watch-feature.ts';

/** Mails about outcomes of schedules, and about changes of watched features. */
export const notification = module<MailState>({
  routes: [listWatchesRoute, getWatchRoute, watchFeatureRoute, unwatchFeatureRoute, stopWatchingRoute],
  jobs: [sendPendingMailJob],
});
