import { module } from '@signalbox/kit';
import { applyProjectRoute } from './apply/apply-project.ts';
import { exportBundleRoute } from './promotion/export-bundle.ts';
import { exportDocumentsRoute } from './document/export-documents.ts';
import { planProjectRoute } from './compare/plan-project.ts';
import { planPromotionRoute } from './promotion/plan-promotion.ts';
import { promoteRoute } from './promotion/promote.ts';
import { planUndoRoute, undoPlanRoute } from './undo/undo-plan.ts';

/** Documents: the configuration of projects as files. */
export const plan = module({
  routes: [
    exportDocumentsRoute,
    planProjectRoute,
    applyProjectRoute,
    planPromotionRoute,
    promoteRoute,
    exportBundleRoute,
    planUndoRoute,
    undoPlanRoute,
  ],
});
