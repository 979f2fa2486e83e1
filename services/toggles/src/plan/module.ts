import { module } from '@signalbox/kit';
import { applyProjectRoute } from './apply-project.ts';
import { exportBundleRoute } from './export-bundle.ts';
import { exportDocumentsRoute } from './export-documents.ts';
import { planProjectRoute } from './plan-project.ts';
import { planPromotionRoute } from './plan-promotion.ts';
import { promoteRoute } from './promote.ts';
import { planUndoRoute, undoPlanRoute } from './undo-plan.ts';

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
