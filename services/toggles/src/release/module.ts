// Releases of features in stages.

export { addPlanRoute } from './plan/add-plan.ts';
export { deletePlanRoute } from './plan/delete-plan.ts';
export { listEnvironmentSafeguardsRoute } from './overview/list-environment-safeguards.ts';
export { listPlansRoute } from './overview/list-plans.ts';
export { listUpcomingRoute } from './overview/list-upcoming.ts';
export { listProjectSafeguardsRoute } from './overview/list-project-safeguards.ts';
export { startMilestoneRoute } from './plan/start-milestone.ts';
export { updateMilestoneStrategyRoute } from './plan/update-milestone-strategy.ts';
export { advanceReleasesJob } from './progression/advance-releases.ts';
export { approveMilestoneRoute } from './progression/approve-milestone.ts';
export { pauseProgressionsRoute, resumeProgressionsRoute } from './progression/pause-progressions.ts';
export { deleteProgressionRoute, setProgressionRoute } from './progression/set-progression.ts';
export { checkSafeguardsJob } from './safeguard/check-safeguards.ts';
export { deleteEnvironmentSafeguardRoute, setEnvironmentSafeguardRoute } from './safeguard/set-environment-safeguard.ts';
export { deleteSafeguardRoute, setSafeguardRoute } from './safeguard/set-safeguard.ts';
export { archiveProjectTemplateRoute, archiveTemplateRoute } from './template/archive-template.ts';
export { createProjectTemplateRoute, createTemplateRoute } from './template/create-template.ts';
export { deleteProjectTemplateRoute, deleteTemplateRoute } from './template/delete-template.ts';
export { getProjectTemplateRoute, getTemplateRoute } from './template/get-template.ts';
export { listProjectTemplatesRoute, listTemplatesRoute } from './template/list-templates.ts';
export { updateProjectTemplateRoute, updateTemplateRoute } from './template/update-template.ts';
