import { module } from '@signalbox/kit';
import { answerFetchState } from './evaluation/fetch-state.ts';
import { exportFeaturesRoute } from './features/export-features.ts';
import { importFeaturesRoute } from './features/import-features.ts';
import { validateImportRoute } from './features/validate-import.ts';
import { importUsageRoute } from './usage/import-usage.ts';
import { exportStateRoute } from './state/export-state.ts';
import { importStateRoute } from './state/import-state.ts';

/** Transfer of state: import and export, snapshots for evaluating services, and the data of a new instance. */
export const transfer = module({
  routes: [exportFeaturesRoute, validateImportRoute, importFeaturesRoute, importStateRoute, exportStateRoute, importUsageRoute],
  answers: [answerFetchState],
});
