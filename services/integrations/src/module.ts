// The routes, jobs and migrations of the service, and its consumer of all events.

export { createAddonRoute } from './administration/create-addon.ts';
export { deleteAddonRoute } from './administration/delete-addon.ts';
export { getAddonRoute, listAddonsRoute } from './administration/list-addons.ts';
export { previewAddonRoute } from './administration/preview-addon.ts';
export { rotateSigningSecretRoute } from './administration/rotate-signing-secret.ts';
export { updateAddonRoute } from './administration/update-addon.ts';
export { dropDeliveries } from './log/drop-deliveries.ts';
export { listDeliveriesRoute } from './log/list-deliveries.ts';
export { sendTestRoute } from './log/send-test.ts';
export { replayDeliveryRoute, replayFailedRoute } from './log/replay-deliveries.ts';
export { migrateUnleashRoute } from './migration/migrate-unleash.ts';
export { addonsAndDeliveries } from './migrations/0001-addons-and-deliveries.ts';
export { owners } from './migrations/0002-owners.ts';
export { unsentRequests } from './migrations/0003-unsent-requests.ts';
export { featuresOfAddons } from './migrations/0004-features-of-addons.ts';
export { onEveryEvent } from './queue/on-every-event.ts';
export { sendEvents } from './sending/send-events.ts';
