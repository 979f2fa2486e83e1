// Impact metrics of applications, saved charts of them, and signals of other systems.

export { createChartRoute, createFeatureChartRoute } from './chart/create-chart.ts';
export { deleteChartRoute, deleteFeatureChartRoute } from './chart/delete-chart.ts';
export { listChartsRoute, listFeatureChartsRoute } from './chart/list-charts.ts';
export { listMetricsRoute } from './chart/list-metrics.ts';
export { queryMetricRoute } from './chart/query-metric.ts';
export { registerMetricRoute } from './chart/register-metric.ts';
export { updateChartRoute, updateFeatureChartRoute } from './chart/update-chart.ts';
export { listSignalsRoute } from './signal/list-signals.ts';
export { takeSignalRoute } from './signal/take-signal.ts';
export { forgetImpactJob } from './store/forget-impact.ts';
