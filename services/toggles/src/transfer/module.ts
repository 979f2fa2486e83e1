// Transfer of state: import and export, snapshots for evaluating services, and the data of a new instance.

export { answerFetchState } from './evaluation/fetch-state.ts';
export { exportFeaturesRoute } from './features/export-features.ts';
export { importFeaturesRoute } from './features/import-features.ts';
export { importUsageRoute } from './usage/import-usage.ts';
export { exportStateRoute } from './state/export-state.ts';
export { importStateRoute } from './state/import-state.ts';
