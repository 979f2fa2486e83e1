import { module } from '@signalbox/kit';
import { switchFeatureOffRoute } from './activation/switch-feature-off.ts';
import { switchFeatureOnRoute } from './activation/switch-feature-on.ts';
import { switchFeaturesOffRoute } from './activation/switch-features-off.ts';
import { switchFeaturesOnRoute } from './activation/switch-features-on.ts';
import { archiveFeatureRoute } from './archive/archive-feature.ts';
import { archiveFeaturesRoute } from './archive/archive-features.ts';
import { deleteFeatureRoute } from './archive/delete-feature.ts';
import { deleteFeaturesRoute } from './archive/delete-features.ts';
import { previewArchiveRoute } from './archive/preview-archive.ts';
import { reviveFeatureRoute } from './archive/revive-feature.ts';
import { reviveFeaturesRoute } from './archive/revive-features.ts';
import { commentOnFeatureRoute } from './comment/comment-on-feature.ts';
import { deleteFeatureCommentRoute } from './comment/delete-feature-comment.ts';
import { listFeatureCommentsRoute } from './comment/list-feature-comments.ts';
import { addDependencyRoute } from './dependency/add-dependency.ts';
import { hasDependenciesRoute } from './dependency/has-dependencies.ts';
import { listPossibleParentsRoute } from './dependency/list-possible-parents.ts';
import { removeAllDependenciesRoute } from './dependency/remove-all-dependencies.ts';
import { removeDependencyRoute } from './dependency/remove-dependency.ts';
import { markStaleRoute } from './edit/mark-stale.ts';
import { patchFeatureRoute } from './edit/patch-feature.ts';
import { updateFeatureRoute } from './edit/update-feature.ts';
import { createFeatureRoute } from './edit/create-feature.ts';
import { markPotentiallyStaleJob } from './feature/mark-potentially-stale.ts';
import { validateFeatureNameRoute } from './feature/validate-feature-name.ts';
import { addLinkRoute } from './link/add-link.ts';
import { removeLinkRoute } from './link/remove-link.ts';
import { updateLinkRoute } from './link/update-link.ts';
import { archiveManifestFeatureRoute } from './manifest/archive-manifest-feature.ts';
import { createManifestFeatureRoute } from './manifest/create-manifest-feature.ts';
import { updateManifestFeatureRoute } from './manifest/update-manifest-feature.ts';
import { createSegmentRoute } from './segment/create-segment.ts';
import { deleteSegmentRoute } from './segment/delete-segment.ts';
import { getSegmentRoute } from './segment/get-segment.ts';
import { listSegmentsRoute } from './segment/list-segments.ts';
import { listStrategiesOfSegmentRoute } from './segment/list-strategies-of-segment.ts';
import { updateSegmentRoute } from './segment/update-segment.ts';
import { validateSegmentNameRoute } from './segment/validate-segment-name.ts';
import { setOwnerRoute } from './owner/set-owner.ts';
import { completeFeatureRoute } from './stage/complete-feature.ts';
import { listStagesRoute } from './stage/list-stages.ts';
import { uncompleteFeatureRoute } from './stage/uncomplete-feature.ts';
import { createStrategyRoute } from './strategy/create-strategy.ts';
import { setDefaultStrategyRoute } from './strategy/default-strategy.ts';
import { deleteStrategyRoute } from './strategy/delete-strategy.ts';
import { getStrategyRoute } from './strategy/get-strategy.ts';
import { listSegmentsOfStrategyRoute } from './strategy/list-segments-of-strategy.ts';
import { listStrategiesRoute } from './strategy/list-strategies.ts';
import { orderStrategiesRoute } from './strategy/order-strategies.ts';
import { patchStrategyRoute } from './strategy/patch-strategy.ts';
import { setSegmentsOfStrategyRoute } from './strategy/set-segments-of-strategy.ts';
import { updateStrategyRoute } from './strategy/update-strategy.ts';
import { deleteTagTypeRoute } from './tag/delete-tag-type.ts';
import { deleteTagRoute } from './tag/delete-tag.ts';
import { listTagsOfFeatureRoute } from './tag/list-tags-of-feature.ts';
import { tagFeatureRoute } from './tag/tag-feature.ts';
import { untagFeatureRoute } from './tag/untag-feature.ts';
import { updateTagsOfFeatureRoute } from './tag/update-tags-of-feature.ts';
import { updateTagsOfFeaturesRoute } from './tag/update-tags-of-features.ts';
import { getEnvironmentVariantsRoute } from './variant/get-environment-variants.ts';
import { getVariantsRoute } from './variant/get-variants.ts';
import { listParentVariantsRoute } from './variant/list-parent-variants.ts';
import { patchEnvironmentVariantsRoute } from './variant/patch-environment-variants.ts';
import { patchVariantsRoute } from './variant/patch-variants.ts';
import { updateEnvironmentVariantsRoute } from './variant/update-environment-variants.ts';
import { updateVariantsBatchRoute } from './variant/update-variants-batch.ts';
import { updateVariantsRoute } from './variant/update-variants.ts';

/** Features and their parts in each environment. */
export const feature = module({
  routes: [
    createManifestFeatureRoute,
    updateManifestFeatureRoute,
    archiveManifestFeatureRoute,
    createFeatureRoute,
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
    validateFeatureNameRoute,
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
    setDefaultStrategyRoute,
    getEnvironmentVariantsRoute,
    updateEnvironmentVariantsRoute,
    patchEnvironmentVariantsRoute,
    updateVariantsBatchRoute,
    getVariantsRoute,
    updateVariantsRoute,
    patchVariantsRoute,
    listSegmentsRoute,
    validateSegmentNameRoute,
    setSegmentsOfStrategyRoute,
    listSegmentsOfStrategyRoute,
    createSegmentRoute,
    getSegmentRoute,
    updateSegmentRoute,
    deleteSegmentRoute,
    listStrategiesOfSegmentRoute,
    hasDependenciesRoute,
    listPossibleParentsRoute,
    listParentVariantsRoute,
    addDependencyRoute,
    removeDependencyRoute,
    removeAllDependenciesRoute,
    listStagesRoute,
    completeFeatureRoute,
    uncompleteFeatureRoute,
    addLinkRoute,
    updateLinkRoute,
    removeLinkRoute,
    setOwnerRoute,
    listFeatureCommentsRoute,
    commentOnFeatureRoute,
    deleteFeatureCommentRoute,
    listTagsOfFeatureRoute,
    tagFeatureRoute,
    updateTagsOfFeatureRoute,
    untagFeatureRoute,
    updateTagsOfFeaturesRoute,
    deleteTagRoute,
    deleteTagTypeRoute,
  ],
  jobs: [markPotentiallyStaleJob],
});
