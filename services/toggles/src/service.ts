import { service } from '@signalbox/kit';
import { validateConstraintRoute } from './constraint/validate-constraint.ts';
import { contextFieldEntity } from './context-field/context-field.ts';
import { createContextFieldRoute } from './context-field/create-context-field.ts';
import { deleteContextFieldRoute } from './context-field/delete-context-field.ts';
import { getContextFieldRoute } from './context-field/get-context-field.ts';
import { listContextFieldsRoute } from './context-field/list-context-fields.ts';
import { listStrategiesOfContextFieldRoute } from './context-field/list-strategies-of-context-field.ts';
import { strategyContextEntity } from './context-field/strategy-context.ts';
import { updateContextFieldRoute } from './context-field/update-context-field.ts';
import { validateContextFieldNameRoute } from './context-field/validate-context-field-name.ts';
import { departedPlaceEntity } from './departure/departed-place.ts';
import { followIdentity } from './departure/follow-identity.ts';
import { addDependencyRoute } from './dependency/add-dependency.ts';
import { featureDependencyEntity } from './dependency/feature-dependency.ts';
import { hasDependenciesRoute } from './dependency/has-dependencies.ts';
import { listPossibleParentsRoute } from './dependency/list-possible-parents.ts';
import { removeAllDependenciesRoute } from './dependency/remove-all-dependencies.ts';
import { removeDependencyRoute } from './dependency/remove-dependency.ts';
import { cloneEnvironmentRoute } from './environment/clone-environment.ts';
import { createEnvironmentRoute } from './environment/create-environment.ts';
import { deleteEnvironmentRoute } from './environment/delete-environment.ts';
import { environmentEntity } from './environment/environment.ts';
import { getEnvironmentRoute } from './environment/get-environment.ts';
import { listEnvironmentsOfProjectRoute } from './environment/list-environments-of-project.ts';
import { listEnvironmentsRoute } from './environment/list-environments.ts';
import { sortEnvironmentsRoute } from './environment/sort-environments.ts';
import { switchEnvironmentOffRoute, switchEnvironmentOnRoute } from './environment/switch-environment.ts';
import { tokenCountEntity } from './environment/token-count.ts';
import { updateEnvironmentRoute } from './environment/update-environment.ts';
import { validateEnvironmentNameRoute } from './environment/validate-environment-name.ts';
import { favoriteFeatureEntity, favoriteProjectEntity } from './favorite/favorite.ts';
import { favoriteFeatureRoute } from './favorite/favorite-feature.ts';
import { favoriteProjectRoute } from './favorite/favorite-project.ts';
import { unfavoriteFeatureRoute } from './favorite/unfavorite-feature.ts';
import { unfavoriteProjectRoute } from './favorite/unfavorite-project.ts';
import { archiveFeatureRoute } from './feature/archive-feature.ts';
import { archiveFeaturesRoute } from './feature/archive-features.ts';
import { cloneFeatureRoute } from './feature/clone-feature.ts';
import { createFeatureRoute } from './feature/create-feature.ts';
import { featureEntity } from './feature/feature.ts';
import { featureEnvironmentEntity } from './feature/feature-environment.ts';
import { featureTypeEntity } from './feature/feature-type.ts';
import { deleteFeatureRoute } from './feature/delete-feature.ts';
import { deleteFeaturesRoute } from './feature/delete-features.ts';
import { getFeatureRoute } from './feature/get-feature.ts';
import { listArchivedFeaturesOfProjectRoute, listArchivedFeaturesRoute } from './feature/list-archived-features.ts';
import { listFeatureTypesRoute } from './feature/list-feature-types.ts';
import { listFeaturesRoute } from './feature/list-features.ts';
import { markPotentiallyStaleJob } from './feature/mark-potentially-stale.ts';
import { listFeaturesEverywhereRoute } from './feature/list-features-everywhere.ts';
import { moveFeatureRoute } from './feature/move-feature.ts';
import { markStaleRoute } from './feature/mark-stale.ts';
import { patchFeatureRoute } from './feature/patch-feature.ts';
import { previewArchiveRoute } from './feature/preview-archive.ts';
import { reviveFeatureRoute } from './feature/revive-feature.ts';
import { reviveFeaturesRoute } from './feature/revive-features.ts';
import { updateFeatureRoute } from './feature/update-feature.ts';
import { updateLifetimeRoute } from './feature/update-lifetime.ts';
import { validateFeatureNameRoute } from './feature/validate-feature-name.ts';
import { switchFeatureOffRoute } from './feature/switch-feature-off.ts';
import { switchFeatureOnRoute } from './feature/switch-feature-on.ts';
import { switchFeaturesOffRoute } from './feature/switch-features-off.ts';
import { switchFeaturesOnRoute } from './feature/switch-features-on.ts';
import { getMaintenanceRoute } from './maintenance/get-maintenance.ts';
import { instanceSettingEntity } from './maintenance/instance-setting.ts';
import { setMaintenanceRoute } from './maintenance/set-maintenance.ts';
import { getOriginsRoute } from './origin/get-origins.ts';
import { setOriginsRoute } from './origin/set-origins.ts';
import { toggles0001, toggles0002 } from './migrations/0001-toggles.ts';
import { toggles0011, toggles0012, toggles0013 } from './migrations/0011-usage-and-age.ts';
import { getHealthReportRoute } from './health/get-health-report.ts';
import { getLeadTimesRoute } from './insight/get-lead-times.ts';
import { getProjectOverviewRoute } from './insight/get-project-overview.ts';
import { togglesSearchInsightUsage } from './migrations/0012-search-insight-usage.ts';
import { togglesSettingsDepartures } from './migrations/0013-settings-departures.ts';
import { togglesPersonas } from './migrations/0014-personas.ts';
import { togglesOrigins } from './migrations/0016-origins.ts';
import { togglesSegmentsOfFeatures } from './migrations/0015-segments-of-features.ts';
import { togglesStrategiesOfPlaces } from './migrations/0017-strategies-of-places.ts';
import { toggles0010 } from './migrations/0010-tags-dependencies-favorites.ts';
import { createPersonaRoute } from './persona/create-persona.ts';
import { deletePersonaRoute } from './persona/delete-persona.ts';
import { getPersonaRoute } from './persona/get-persona.ts';
import { listPersonasRoute } from './persona/list-personas.ts';
import { personaEntity } from './persona/persona.ts';
import { updatePersonaRoute } from './persona/update-persona.ts';
import { addProjectEnvironmentRoute } from './project/add-project-environment.ts';
import { createProjectRoute } from './project/create-project.ts';
import { deleteProjectRoute } from './project/delete-project.ts';
import { getProjectRoute } from './project/get-project.ts';
import { listProjectsRoute } from './project/list-projects.ts';
import { projectEntity, projectEnvironmentEntity } from './project/project.ts';
import { removeProjectEnvironmentRoute } from './project/remove-project-environment.ts';
import { updateProjectSettingsRoute } from './project/update-project-settings.ts';
import { updateProjectRoute } from './project/update-project.ts';
import { validateProjectIdRoute } from './project/validate-project-id.ts';
import { protectedEnvironmentEntity } from './protection/protected-environment.ts';
import { refuseProtected } from './protection/refuse-protected.ts';
import { createSegmentRoute } from './segment/create-segment.ts';
import { deleteSegmentRoute } from './segment/delete-segment.ts';
import { getSegmentRoute } from './segment/get-segment.ts';
import { listSegmentsRoute } from './segment/list-segments.ts';
import { listSegmentsOfStrategyRoute } from './segment/list-segments-of-strategy.ts';
import { listStrategiesOfSegmentRoute } from './segment/list-strategies-of-segment.ts';
import { searchFeaturesRoute } from './search/search-features.ts';
import { segmentEntity } from './segment/segment.ts';
import { setSegmentsOfStrategyRoute } from './segment/set-segments-of-strategy.ts';
import { updateSegmentRoute } from './segment/update-segment.ts';
import { validateSegmentNameRoute } from './segment/validate-segment-name.ts';
import { createDefaultData } from './setup/default-data.ts';
import { conclude } from './state/conclude.ts';
import { answerFetchState } from './state/fetch-state.ts';
import { createStrategyDefinitionRoute } from './strategy/create-strategy-definition.ts';
import { createStrategyRoute } from './strategy/create-strategy.ts';
import { setDefaultStrategyRoute } from './strategy/default-strategy.ts';
import { deleteStrategyDefinitionRoute } from './strategy/delete-strategy-definition.ts';
import { deleteStrategyRoute } from './strategy/delete-strategy.ts';
import { deprecateStrategyDefinitionRoute, reactivateStrategyDefinitionRoute } from './strategy/deprecate-strategy-definition.ts';
import { getPlaceRoute } from './strategy/get-place.ts';
import { getStrategyDefinitionRoute } from './strategy/get-strategy-definition.ts';
import { getStrategyRoute } from './strategy/get-strategy.ts';
import { listStrategiesRoute } from './strategy/list-strategies.ts';
import { listStrategyDefinitionsRoute } from './strategy/list-strategy-definitions.ts';
import { orderStrategiesRoute } from './strategy/order-strategies.ts';
import { patchStrategyRoute } from './strategy/patch-strategy.ts';
import { strategyEntity, strategySegmentEntity } from './strategy/strategy.ts';
import { strategyDefinitionEntity } from './strategy/strategy-definition.ts';
import { updateStrategyDefinitionRoute } from './strategy/update-strategy-definition.ts';
import { updateStrategyRoute } from './strategy/update-strategy.ts';
import { featureTagEntity } from './tag/feature-tag.ts';
import { tagTypeEntity } from './tag/tag-type.ts';
import { createTagRoute } from './tag/create-tag.ts';
import { createTagTypeRoute } from './tag/create-tag-type.ts';
import { deleteTagRoute } from './tag/delete-tag.ts';
import { deleteTagTypeRoute } from './tag/delete-tag-type.ts';
import { getTagRoute } from './tag/get-tag.ts';
import { getTagTypeRoute } from './tag/get-tag-type.ts';
import { listTagTypesRoute } from './tag/list-tag-types.ts';
import { listTagsOfTypeRoute, listTagsRoute } from './tag/list-tags.ts';
import { listTagsOfFeatureRoute } from './tag/list-tags-of-feature.ts';
import { tagEntity } from './tag/tag.ts';
import { tagFeatureRoute } from './tag/tag-feature.ts';
import { untagFeatureRoute } from './tag/untag-feature.ts';
import { updateTagTypeRoute } from './tag/update-tag-type.ts';
import { updateTagsOfFeatureRoute } from './tag/update-tags-of-feature.ts';
import { updateTagsOfFeaturesRoute } from './tag/update-tags-of-features.ts';
import { validateTagTypeRoute } from './tag/validate-tag-type.ts';
import { exportStateRoute } from './state-transfer/export-state.ts';
import { importStateRoute } from './state-transfer/import-state.ts';
import { exportFeaturesRoute } from './transfer/export-features.ts';
import { importFeaturesRoute } from './transfer/import-features.ts';
import { validateImportRoute } from './transfer/validate-import.ts';
import { forgetUsageJob } from './usage/forget-usage.ts';
import { getApplicationRoute } from './usage/get-application.ts';
import { getFeatureUsageRoute } from './usage/get-feature-usage.ts';
import { getRawUsageRoute } from './usage/get-raw-usage.ts';
import { listApplicationsRoute } from './usage/list-applications.ts';
import { listUnknownFeaturesRoute } from './usage/list-unknown-features.ts';
import { takeUsage } from './usage/take-usage.ts';
import { getEnvironmentVariantsRoute } from './variant/get-environment-variants.ts';
import { getVariantsRoute } from './variant/get-variants.ts';
import { patchEnvironmentVariantsRoute } from './variant/patch-environment-variants.ts';
import { patchVariantsRoute } from './variant/patch-variants.ts';
import { updateEnvironmentVariantsRoute } from './variant/update-environment-variants.ts';
import { updateVariantsRoute } from './variant/update-variants.ts';
import { updateVariantsBatchRoute } from './variant/update-variants-batch.ts';

export const toggles = service({
  name: 'toggles',
  entities: [
    contextFieldEntity,
    departedPlaceEntity,
    environmentEntity,
    favoriteFeatureEntity,
    favoriteProjectEntity,
    featureDependencyEntity,
    featureEntity,
    featureEnvironmentEntity,
    featureTagEntity,
    featureTypeEntity,
    instanceSettingEntity,
    personaEntity,
    projectEntity,
    projectEnvironmentEntity,
    protectedEnvironmentEntity,
    segmentEntity,
    strategyContextEntity,
    strategyDefinitionEntity,
    strategyEntity,
    strategySegmentEntity,
    tagEntity,
    tagTypeEntity,
    tokenCountEntity,
  ],
  migrations: [
    toggles0001,
    toggles0002,
    toggles0010,
    toggles0011,
    toggles0012,
    toggles0013,
    ...togglesSearchInsightUsage,
    ...togglesSettingsDepartures,
    togglesPersonas,
    ...togglesSegmentsOfFeatures,
    togglesOrigins,
    ...togglesStrategiesOfPlaces,
  ],
  prepare: createDefaultData,
  conclude,
  consumers: [followIdentity],
  counts: [takeUsage],
  guard: refuseProtected,
  routes: [
    listProjectsRoute,
    getProjectRoute,
    getProjectOverviewRoute,
    getHealthReportRoute,
    getLeadTimesRoute,
    createProjectRoute,
    validateProjectIdRoute,
    updateProjectRoute,
    updateProjectSettingsRoute,
    deleteProjectRoute,
    addProjectEnvironmentRoute,
    removeProjectEnvironmentRoute,
    listEnvironmentsRoute,
    listEnvironmentsOfProjectRoute,
    getEnvironmentRoute,
    createEnvironmentRoute,
    validateEnvironmentNameRoute,
    updateEnvironmentRoute,
    cloneEnvironmentRoute,
    deleteEnvironmentRoute,
    switchEnvironmentOnRoute,
    switchEnvironmentOffRoute,
    sortEnvironmentsRoute,
    createFeatureRoute,
    cloneFeatureRoute,
    listFeaturesRoute,
    getFeatureRoute,
    updateFeatureRoute,
    patchFeatureRoute,
    archiveFeatureRoute,
    archiveFeaturesRoute,
    previewArchiveRoute,
    markStaleRoute,
    reviveFeaturesRoute,
    deleteFeaturesRoute,
    reviveFeatureRoute,
    deleteFeatureRoute,
    listArchivedFeaturesRoute,
    listArchivedFeaturesOfProjectRoute,
    validateFeatureNameRoute,
    listFeatureTypesRoute,
    searchFeaturesRoute,
    getFeatureUsageRoute,
    getRawUsageRoute,
    listApplicationsRoute,
    getApplicationRoute,
    listUnknownFeaturesRoute,
    getPlaceRoute,
    switchFeatureOnRoute,
    switchFeatureOffRoute,
    switchFeaturesOnRoute,
    switchFeaturesOffRoute,
    listStrategiesRoute,
    createStrategyRoute,
    orderStrategiesRoute,
    getStrategyRoute,
    updateStrategyRoute,
    patchStrategyRoute,
    deleteStrategyRoute,
    listStrategyDefinitionsRoute,
    getStrategyDefinitionRoute,
    createStrategyDefinitionRoute,
    updateStrategyDefinitionRoute,
    deleteStrategyDefinitionRoute,
    deprecateStrategyDefinitionRoute,
    reactivateStrategyDefinitionRoute,
    setDefaultStrategyRoute,
    updateLifetimeRoute,
    getEnvironmentVariantsRoute,
    updateEnvironmentVariantsRoute,
    patchEnvironmentVariantsRoute,
    updateVariantsBatchRoute,
    getVariantsRoute,
    updateVariantsRoute,
    patchVariantsRoute,
    validateConstraintRoute,
    listContextFieldsRoute,
    validateContextFieldNameRoute,
    createContextFieldRoute,
    getContextFieldRoute,
    updateContextFieldRoute,
    deleteContextFieldRoute,
    listStrategiesOfContextFieldRoute,
    listSegmentsRoute,
    validateSegmentNameRoute,
    setSegmentsOfStrategyRoute,
    listSegmentsOfStrategyRoute,
    createSegmentRoute,
    getSegmentRoute,
    updateSegmentRoute,
    deleteSegmentRoute,
    listStrategiesOfSegmentRoute,
    listFeaturesEverywhereRoute,
    moveFeatureRoute,
    hasDependenciesRoute,
    listPossibleParentsRoute,
    addDependencyRoute,
    removeDependencyRoute,
    removeAllDependenciesRoute,
    favoriteFeatureRoute,
    unfavoriteFeatureRoute,
    favoriteProjectRoute,
    unfavoriteProjectRoute,
    listTagsOfFeatureRoute,
    tagFeatureRoute,
    updateTagsOfFeatureRoute,
    untagFeatureRoute,
    updateTagsOfFeaturesRoute,
    listTagsRoute,
    createTagRoute,
    listTagsOfTypeRoute,
    getTagRoute,
    deleteTagRoute,
    listTagTypesRoute,
    createTagTypeRoute,
    validateTagTypeRoute,
    getTagTypeRoute,
    updateTagTypeRoute,
    deleteTagTypeRoute,
    exportFeaturesRoute,
    validateImportRoute,
    importFeaturesRoute,
    importStateRoute,
    exportStateRoute,
    listPersonasRoute,
    createPersonaRoute,
    getPersonaRoute,
    updatePersonaRoute,
    deletePersonaRoute,
    getMaintenanceRoute,
    setMaintenanceRoute,
    getOriginsRoute,
    setOriginsRoute,
  ],
  answers: [answerFetchState],
  jobs: [forgetUsageJob, markPotentiallyStaleJob],
});
