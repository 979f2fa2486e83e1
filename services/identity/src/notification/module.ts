// Notifications about watched features, change requests and schedules, in the console and by mail.

export { chooseNotificationChannelsRoute, getNotificationChannelsRoute } from './notification-channels.ts';
export { getWatchRoute } from './get-watch.ts';
export { listNotificationsRoute } from './list-notifications.ts';
export { listWatchesRoute } from './list-watches.ts';
export { readNotificationsRoute } from './read-notifications.ts';
export { sendPendingMailJob } from './send-pending-mail.ts';
export { stopWatchingRoute } from './stop-watching.ts';
export { unwatchFeatureRoute } from './unwatch-feature.ts';
export { watchFeatureRoute } from './watch-feature.ts';
