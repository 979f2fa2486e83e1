import { service } from '@signalbox/kit';
import { openDelivery } from './open-delivery.ts';
import { deliverySurface } from './surface.ts';
import { countBulkMetricsRoute, countEdgeMetricsRoute } from './usage/count-bulk-metrics.ts';
import { countFrontendMetricsRoute, countMetricsRoute, countProxyMetricsRoute } from './usage/count-metrics.ts';
import { registerClientRoute, registerFrontendClientRoute, registerProxyClientRoute } from './usage/register-client.ts';
import { takeProxyReportRoute } from './usage/take-proxy-report.ts';

export const delivery = service({
  surface: deliverySurface,
  open: openDelivery,
  routes: [
    countMetricsRoute,
    countFrontendMetricsRoute,
    countProxyMetricsRoute,
    countBulkMetricsRoute,
    countEdgeMetricsRoute,
    registerClientRoute,
    registerFrontendClientRoute,
    registerProxyClientRoute,
    takeProxyReportRoute,
  ],
});
