// Documents: the configuration of projects as files.

export { applyProjectRoute } from './apply/apply-project.ts';
export { exportBundleRoute } from './promotion/export-bundle.ts';
export { exportDocumentsRoute } from './document/export-documents.ts';
export { planProjectRoute } from './compare/plan-project.ts';
export { listDifferencesRoute } from './promotion/list-differences.ts';
export { planPromotionRoute } from './promotion/plan-promotion.ts';
export { promoteRoute } from './promotion/promote.ts';
export { validateImportRoute } from './import/validate-import.ts';
export { planUndoRoute, undoPlanRoute } from './undo/undo-plan.ts';
