import { module } from '@signalbox/kit';
import { createChartRoute, createFeatureChartRoute } from './chart/create-chart.ts';
import { deleteChartRoute, deleteFeatureChartRoute } from './chart/delete-chart.ts';
import { listChartsRoute, listFeatureChartsRoute } from './chart/list-charts.ts';
import { listMetricsRoute } from './chart/list-metrics.ts';
import { queryMetricRoute } from './chart/query-metric.ts';
import { registerMetricRoute } from './chart/register-metric.ts';
import { updateChartRoute, updateFeatureChartRoute } from './chart/update-chart.ts';
import { listSignalsRoute } from './signal/list-signals.ts';
import { takeSignalRoute } from './signal/take-signal.ts';
import { forgetImpactJob } from './store/forget-impact.ts';

/** Impact metrics of applications, saved charts of them, and signals of other systems. */
export const metric = module({
  routes: [
    listMetricsRoute,
    queryMetricRoute,
    registerMetricRoute,
    listChartsRoute,
    createChartRoute,
    updateChartRoute,
    deleteChartRoute,
    listFeatureChartsRoute,
    createFeatureChartRoute,
    updateFeatureChartRoute,
    deleteFeatureChartRoute,
    takeSignalRoute,
    listSignalsRoute,
  ],
  jobs: [forgetImpactJob],
});
