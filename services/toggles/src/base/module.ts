import { module } from '@signalbox/kit';
import { featuresAndUsage } from './migrations/0001-features-and-usage.ts';
import { codeDefault } from './migrations/0002-code-default.ts';
import { getTelemetrySettingsRoute, listBannersRoute } from './console/read-console-settings.ts';
import { changeFeedbackRoute, takeConsoleErrorRoute, takeFeedbackRoute, takeSplashRoute } from './console/take-console-reports.ts';
import { getMaintenanceRoute } from './setting/get-maintenance.ts';
import { getUiConfigRoute } from './setting/get-ui-config.ts';
import { setMaintenanceRoute } from './setting/set-maintenance.ts';
import { setCorsRoute, setOriginsRoute } from './setting/set-origins.ts';

/** What every other module stands on: the tables, settings of the instance, ids that are still taken, and what is counted by day. */
export const base = module({
  migrations: [featuresAndUsage, codeDefault],
  routes: [
    getMaintenanceRoute,
    setMaintenanceRoute,
    getUiConfigRoute,
    setOriginsRoute,
    setCorsRoute,
    takeConsoleErrorRoute,
    takeSplashRoute,
    takeFeedbackRoute,
    changeFeedbackRoute,
    getTelemetrySettingsRoute,
    listBannersRoute,
  ],
});
