import { service } from '@signalbox/kit';
import { openDelivery } from './open-delivery.ts';
import { deliverySurface } from './surface.ts';
import { countBulkMetricsRoutes } from './usage/count-bulk-metrics.ts';
import { countMetricsRoutes } from './usage/count-metrics.ts';
import { registerClientRoutes } from './usage/register-client.ts';
import { takeProxyReportRoute } from './usage/take-proxy-report.ts';

export const delivery = service({
  surface: deliverySurface,
  open: openDelivery,
  routes: [...countMetricsRoutes, ...countBulkMetricsRoutes, ...registerClientRoutes, takeProxyReportRoute],
});
