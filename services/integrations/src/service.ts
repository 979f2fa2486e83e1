import { combine, service } from '@signalbox/kit';
import * as parts from './module.ts';
import { addonSecrets } from './addon/addon-secrets.ts';
import { deadLettersMetric, oldestMetric, waitingMetric } from './log/backlog.ts';
import { type Integrations, openIntegrations } from './setup/open-integrations.ts';
import { attemptsMetric } from './sending/sent-events.ts';
import { integrationsSurface } from './surface.ts';
import { tables } from './tables/tables.ts';

export const integrations = service({
  ...combine<Integrations>([parts]),
  surface: integrationsSurface,
  entities: tables.map(({ entity }) => entity),
  metrics: [attemptsMetric, waitingMetric, oldestMetric, deadLettersMetric],
  encrypted: [addonSecrets],
  open: openIntegrations,
});
