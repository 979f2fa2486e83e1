import { type FastRoute, service } from '@signalbox/kit';
import { getDeltaRoute } from './delta/get-delta.ts';
import { getClientFeatureRoute, getClientFeaturesRoute } from './feature/get-features.ts';
import {
  evaluateProxyTogglesForBodyRoute,
  evaluateProxyTogglesRoute,
  evaluateTogglesForBodyRoute,
  evaluateTogglesRoute,
} from './frontend/evaluate-toggles.ts';
import {
  refuseFrontendClientFeaturesRoute,
  refuseFrontendHealthRoute,
  refuseFrontendMetricsRoute,
  refuseProxyClientFeaturesRoute,
  refuseProxyHealthRoute,
  refuseProxyMetricsRoute,
} from './frontend/refuse-proxy-paths.ts';
import { evaluateFlagRoute, evaluateFlagsRoute } from './ofrep/evaluate-flags.ts';
import { getManifestRoute } from './ofrep/get-manifest.ts';
import { streamRefetchesRoute } from './ofrep/stream-refetches.ts';
import { deliveryMetrics } from './metric/report-metrics.ts';
import { type Delivery, openDelivery } from './open-delivery.ts';
import { getServedRevisionRoute } from './served/get-served-revision.ts';
import { listRelaysRoute } from './relay/list-relays.ts';
import { takeRelayReportRoute } from './relay/take-relay-report.ts';
import { deliverySurface } from './surface.ts';
import { openStreamRoute } from './stream/open-stream.ts';
import { validateTokensRoute } from './token/validate-tokens.ts';
import { countBulkMetricsRoute, countEdgeMetricsRoute } from './usage/count-bulk-metrics.ts';
import { countFrontendMetricsRoute, countMetricsRoute, countProxyMetricsRoute } from './usage/count-metrics.ts';
import { registerClientRoute, registerFrontendClientRoute, registerProxyClientRoute } from './usage/register-client.ts';

const reads: readonly FastRoute<Delivery>[] = [
  getClientFeaturesRoute,
  getClientFeatureRoute,
  getDeltaRoute,
  openStreamRoute,
  evaluateTogglesRoute,
  evaluateTogglesForBodyRoute,
  evaluateProxyTogglesRoute,
  evaluateProxyTogglesForBodyRoute,
  evaluateFlagsRoute,
  evaluateFlagRoute,
  streamRefetchesRoute,
  getManifestRoute,
  validateTokensRoute,
  getServedRevisionRoute,
  listRelaysRoute,
];

export const delivery = service<Delivery>({
  surface: deliverySurface,
  open: openDelivery,
  metrics: deliveryMetrics,
  routes: [
    ...reads,
    refuseFrontendClientFeaturesRoute,
    refuseFrontendHealthRoute,
    refuseFrontendMetricsRoute,
    refuseProxyClientFeaturesRoute,
    refuseProxyHealthRoute,
    refuseProxyMetricsRoute,
    countMetricsRoute,
    countFrontendMetricsRoute,
    countProxyMetricsRoute,
    countBulkMetricsRoute,
    countEdgeMetricsRoute,
    registerClientRoute,
    registerFrontendClientRoute,
    registerProxyClientRoute,
    takeRelayReportRoute,
  ],
});
