import { module } from '@signalbox/kit';
import { featuresAndUsage } from './migrations/0001-features-and-usage.ts';
import { codeDefault } from './migrations/0002-code-default.ts';
import { sdkDetails } from './migrations/0003-sdk-details.ts';
import { sunsetType } from './migrations/0004-sunset-type.ts';
import { impactMetrics } from './migrations/0005-impact-metrics.ts';
import { keysAndSets } from './migrations/0006-keys-and-sets.ts';
import { releaseTemplates } from './migrations/0007-release-templates.ts';
import { releasePlans } from './migrations/0008-release-plans.ts';
import { releaseProgressions } from './migrations/0009-release-progressions.ts';
import { plansOfProposals } from './migrations/0010-plans-of-proposals.ts';
import { releaseSafeguards } from './migrations/0011-release-safeguards.ts';
import { promotedSettings } from './migrations/0012-promoted-settings.ts';
import { impactBlocks } from './migrations/0013-impact-blocks.ts';
import { appliedPlans } from './migrations/0014-applied-plans.ts';
import { usageDays } from './migrations/0015-usage-days.ts';
import { environmentSafeguards } from './migrations/0016-environment-safeguards.ts';
import { dropImpactHours } from './migrations/0017-drop-impact-hours.ts';
import { featureComments } from './migrations/0018-feature-comments.ts';
import { owners } from './migrations/0019-owners.ts';
import { shapedBy } from './migrations/0020-shaped-by.ts';
import { getTelemetrySettingsRoute, listBannersRoute } from './console/read-console-settings.ts';
import { changeFeedbackRoute, takeConsoleErrorRoute, takeFeedbackRoute, takeSplashRoute } from './console/take-console-reports.ts';
import { getMaintenanceRoute } from './setting/get-maintenance.ts';
import { getUiConfigRoute } from './setting/get-ui-config.ts';
import { setMaintenanceRoute } from './setting/set-maintenance.ts';
import { setCorsRoute, setOriginsRoute } from './setting/set-origins.ts';

/** The foundation of all other modules: tables, instance settings, tombstones and daily activity. */
export const base = module({
  migrations: [
    featuresAndUsage,
    codeDefault,
    sdkDetails,
    sunsetType,
    impactMetrics,
    keysAndSets,
    releaseTemplates,
    releasePlans,
    releaseProgressions,
    plansOfProposals,
    releaseSafeguards,
    promotedSettings,
    impactBlocks,
    appliedPlans,
    usageDays,
    environmentSafeguards,
    dropImpactHours,
    featureComments,
    owners,
    shapedBy,
  ],
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
