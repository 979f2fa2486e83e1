// The foundation of all other modules: tables, instance settings, tombstones and daily activity.

export { featuresAndUsage } from './migrations/0001-features-and-usage.ts';
export { codeDefault } from './migrations/0002-code-default.ts';
export { sdkDetails } from './migrations/0003-sdk-details.ts';
export { sunsetType } from './migrations/0004-sunset-type.ts';
export { impactMetrics } from './migrations/0005-impact-metrics.ts';
export { keysAndSets } from './migrations/0006-keys-and-sets.ts';
export { releaseTemplates } from './migrations/0007-release-templates.ts';
export { releasePlans } from './migrations/0008-release-plans.ts';
export { releaseProgressions } from './migrations/0009-release-progressions.ts';
export { plansOfProposals } from './migrations/0010-plans-of-proposals.ts';
export { releaseSafeguards } from './migrations/0011-release-safeguards.ts';
export { promotedSettings } from './migrations/0012-promoted-settings.ts';
export { impactBlocks } from './migrations/0013-impact-blocks.ts';
export { appliedPlans } from './migrations/0014-applied-plans.ts';
export { usageDays } from './migrations/0015-usage-days.ts';
export { environmentSafeguards } from './migrations/0016-environment-safeguards.ts';
export { dropImpactHours } from './migrations/0017-drop-impact-hours.ts';
export { featureComments } from './migrations/0018-feature-comments.ts';
export { owners } from './migrations/0019-owners.ts';
export { shapedBy } from './migrations/0020-shaped-by.ts';
export { projectRules } from './migrations/0021-project-rules.ts';
export { getTelemetrySettingsRoute, listBannersRoute } from './console/read-console-settings.ts';
export { changeFeedbackRoute, takeConsoleErrorRoute, takeFeedbackRoute, takeSplashRoute } from './console/take-console-reports.ts';
export { getMaintenanceRoute } from './setting/get-maintenance.ts';
export { getUiConfigRoute } from './setting/get-ui-config.ts';
export { setMaintenanceRoute } from './setting/set-maintenance.ts';
export { setCorsRoute, setOriginsRoute } from './setting/set-origins.ts';
