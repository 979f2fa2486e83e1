import { module } from '@signalbox/kit';
import { addPlanRoute } from './plan/add-plan.ts';
import { deletePlanRoute } from './plan/delete-plan.ts';
import { listEnvironmentSafeguardsRoute } from './overview/list-environment-safeguards.ts';
import { listPlansRoute } from './overview/list-plans.ts';
import { startMilestoneRoute } from './plan/start-milestone.ts';
import { updateMilestoneStrategyRoute } from './plan/update-milestone-strategy.ts';
import { advanceReleasesJob } from './progression/advance-releases.ts';
import { approveMilestoneRoute } from './progression/approve-milestone.ts';
import { pauseProgressionsRoute, resumeProgressionsRoute } from './progression/pause-progressions.ts';
import { deleteProgressionRoute, setProgressionRoute } from './progression/set-progression.ts';
import { checkSafeguardsJob } from './safeguard/check-safeguards.ts';
import { deleteEnvironmentSafeguardRoute, setEnvironmentSafeguardRoute } from './safeguard/set-environment-safeguard.ts';
import { deleteSafeguardRoute, setSafeguardRoute } from './safeguard/set-safeguard.ts';
import { archiveProjectTemplateRoute, archiveTemplateRoute } from './template/archive-template.ts';
import { createProjectTemplateRoute, createTemplateRoute } from './template/create-template.ts';
import { deleteProjectTemplateRoute, deleteTemplateRoute } from './template/delete-template.ts';
import { getProjectTemplateRoute, getTemplateRoute } from './template/get-template.ts';
import { listProjectTemplatesRoute, listTemplatesRoute } from './template/list-templates.ts';
import { updateProjectTemplateRoute, updateTemplateRoute } from './template/update-template.ts';

/** Releases of features in stages. */
export const release = module({
  routes: [
    listTemplatesRoute,
    createTemplateRoute,
    getTemplateRoute,
    updateTemplateRoute,
    deleteTemplateRoute,
    archiveTemplateRoute,
    listProjectTemplatesRoute,
    createProjectTemplateRoute,
    getProjectTemplateRoute,
    updateProjectTemplateRoute,
    deleteProjectTemplateRoute,
    archiveProjectTemplateRoute,
    listPlansRoute,
    addPlanRoute,
    deletePlanRoute,
    startMilestoneRoute,
    updateMilestoneStrategyRoute,
    setProgressionRoute,
    deleteProgressionRoute,
    pauseProgressionsRoute,
    resumeProgressionsRoute,
    approveMilestoneRoute,
    setSafeguardRoute,
    deleteSafeguardRoute,
    listEnvironmentSafeguardsRoute,
    setEnvironmentSafeguardRoute,
    deleteEnvironmentSafeguardRoute,
  ],
  jobs: [advanceReleasesJob, checkSafeguardsJob],
});
