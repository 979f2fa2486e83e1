import { service } from '@signalbox/kit';
import { addonSecrets } from './addon/addon-secrets.ts';
import { createAddonRoute } from './administration/create-addon.ts';
import { deleteAddonRoute } from './administration/delete-addon.ts';
import { getAddonRoute, listAddonsRoute } from './administration/list-addons.ts';
import { previewAddonRoute } from './administration/preview-addon.ts';
import { rotateSigningSecretRoute } from './administration/rotate-signing-secret.ts';
import { updateAddonRoute } from './administration/update-addon.ts';
import { deadLettersMetric, oldestMetric, waitingMetric } from './log/backlog.ts';
import { dropDeliveries } from './log/drop-deliveries.ts';
import { listDeliveriesRoute } from './log/list-deliveries.ts';
import { sendTestRoute } from './log/send-test.ts';
import { replayDeliveryRoute, replayFailedRoute } from './log/replay-deliveries.ts';
import { migrateUnleashRoute } from './migration/migrate-unleash.ts';
import { addonsAndDeliveries } from './migrations/0001-addons-and-deliveries.ts';
import { owners } from './migrations/0002-owners.ts';
import { unsentRequests } from './migrations/0003-unsent-requests.ts';
import { featuresOfAddons } from './migrations/0004-features-of-addons.ts';
import { openIntegrations } from './setup/open-integrations.ts';
import { onEveryEvent } from './queue/on-every-event.ts';
import { sendEvents } from './sending/send-events.ts';
import { attemptsMetric } from './sending/sent-events.ts';
import { integrationsSurface } from './surface.ts';
import { tables } from './tables/tables.ts';

export const integrations = service({
  surface: integrationsSurface,
  entities: tables.map(({ entity }) => entity),
  migrations: [addonsAndDeliveries, owners, unsentRequests, featuresOfAddons],
  consumers: [onEveryEvent],
  jobs: [sendEvents, dropDeliveries],
  metrics: [attemptsMetric, waitingMetric, oldestMetric, deadLettersMetric],
  encrypted: [addonSecrets],
  open: openIntegrations,
  routes: [
    listAddonsRoute,
    createAddonRoute,
    previewAddonRoute,
    getAddonRoute,
    updateAddonRoute,
    deleteAddonRoute,
    rotateSigningSecretRoute,
    listDeliveriesRoute,
    replayFailedRoute,
    replayDeliveryRoute,
    sendTestRoute,
    migrateUnleashRoute,
  ],
});
