import { module } from '@signalbox/kit';
import type { IndexState } from './feature-index/index-state.ts';
import { favoriteFeatureRoute } from './favorite/favorite-feature.ts';
import { favoriteProjectRoute } from './favorite/favorite-project.ts';
import { unfavoriteFeatureRoute } from './favorite/unfavorite-feature.ts';
import { unfavoriteProjectRoute } from './favorite/unfavorite-project.ts';
import { getDashboardRoute } from './dashboard/get-dashboard.ts';
import { getProjectDashboardRoute } from './dashboard/get-project-dashboard.ts';
import { countStagesRoute } from './feature/count-stages.ts';
import { getFeatureRoute } from './feature/get-feature.ts';
import { getFeatureInEnvironmentRoute } from './feature/get-feature-in-environment.ts';
import { listArchivedFeaturesOfProjectRoute, listArchivedFeaturesRoute } from './feature/list-archived-features.ts';
import { listFeaturesEverywhereRoute } from './feature/list-features-everywhere.ts';
import { listFeatureCreatorsOfProjectRoute, listFeatureCreatorsRoute } from './feature/list-feature-creators.ts';
import { listFeaturesRoute } from './feature/list-features.ts';
import { getStatisticsAsCsvRoute, getStatisticsRoute } from './instance/get-statistics.ts';
import { getHealthReportRoute } from './project/get-health-report.ts';
import { getProjectInsightsRoute } from './project/get-project-insights.ts';
import { getLeadTimesRoute } from './project/get-lead-times.ts';
import { getProjectOverviewRoute } from './project/get-project-overview.ts';
import { getProjectStatusRoute } from './project/get-project-status.ts';
import { getProjectRoute } from './project/get-project.ts';
import { listContextFieldsOfProjectRoute } from './project/list-context-fields-of-project.ts';
import { listProjectsRoute } from './project/list-projects.ts';
import { searchFeaturesRoute } from './search/search-features.ts';
import { searchKindsRoute } from './search/search-kinds.ts';
import { deleteApplicationRoute } from './usage/delete-application.ts';
import { describeApplicationRoute } from './usage/describe-application.ts';
import { forgetUsageJob } from './usage/forget-usage.ts';
import { getApplicationRoute } from './usage/get-application.ts';
import { getApplicationOverviewRoute } from './usage/get-application-overview.ts';
import { getFeatureUsageRoute } from './usage/get-feature-usage.ts';
import { getRawUsageRoute } from './usage/get-raw-usage.ts';
import { listApplicationsRoute } from './usage/list-applications.ts';
import { listApplicationsOfProjectRoute } from './usage/list-applications-of-project.ts';
import { listInstancesRoute } from './usage/list-instances.ts';
import { listOutdatedSdksOfProjectRoute, listOutdatedSdksRoute } from './usage/list-outdated-sdks.ts';
import { listUnknownFlagsRoute } from './usage/list-unknown-flags.ts';

/** Read access: lists, search, overviews and usage. Also the favorites of users. */
export const reading = module<IndexState>({
  routes: [
    listProjectsRoute,
    getProjectRoute,
    getProjectOverviewRoute,
    getProjectStatusRoute,
    getHealthReportRoute,
    getLeadTimesRoute,
    getProjectInsightsRoute,
    countStagesRoute,
    getDashboardRoute,
    getProjectDashboardRoute,
    listContextFieldsOfProjectRoute,
    listFeaturesRoute,
    getFeatureRoute,
    listArchivedFeaturesRoute,
    listArchivedFeaturesOfProjectRoute,
    searchFeaturesRoute,
    searchKindsRoute,
    listFeatureCreatorsRoute,
    listFeatureCreatorsOfProjectRoute,
    getFeatureUsageRoute,
    getRawUsageRoute,
    listApplicationsRoute,
    getApplicationRoute,
    getApplicationOverviewRoute,
    describeApplicationRoute,
    deleteApplicationRoute,
    listInstancesRoute,
    listApplicationsOfProjectRoute,
    listOutdatedSdksRoute,
    listOutdatedSdksOfProjectRoute,
    listUnknownFlagsRoute,
    getStatisticsRoute,
    getStatisticsAsCsvRoute,
    getFeatureInEnvironmentRoute,
    listFeaturesEverywhereRoute,
    favoriteFeatureRoute,
    unfavoriteFeatureRoute,
    favoriteProjectRoute,
    unfavoriteProjectRoute,
  ],
  jobs: [forgetUsageJob],
});
