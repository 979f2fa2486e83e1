// Mails about outcomes of schedules, and about changes of watched features.

export { getWatchRoute } from './get-watch.ts';
export { listWatchesRoute } from './list-watches.ts';
export { sendPendingMailJob } from './send-pending-mail.ts';
export { stopWatchingRoute } from './stop-watching.ts';
export { unwatchFeatureRoute } from './unwatch-feature.ts';
export { watchFeatureRoute } from './watch-feature.ts';
