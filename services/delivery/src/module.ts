// The routes of the service.

export { getDeltaRoute } from './delta/get-delta.ts';
export { getClientFeatureRoute, getClientFeaturesRoute } from './feature/get-features.ts';
export {
  evaluateProxyTogglesForBodyRoute,
  evaluateProxyTogglesRoute,
  evaluateTogglesForBodyRoute,
  evaluateTogglesRoute,
} from './frontend/evaluate-toggles.ts';
export {
  refuseFrontendClientFeaturesRoute,
  refuseFrontendHealthRoute,
  refuseFrontendMetricsRoute,
  refuseProxyClientFeaturesRoute,
  refuseProxyHealthRoute,
  refuseProxyMetricsRoute,
} from './frontend/refuse-proxy-paths.ts';
export { getFlagdDefinitionsRoute } from './flagd/get-definitions.ts';
export { getFlagdReportRoute } from './flagd/get-report.ts';
export { evaluateFlagRoute, evaluateFlagsRoute } from './ofrep/evaluate-flags.ts';
export { getManifestRoute } from './ofrep/get-manifest.ts';
export { streamRefetchesRoute } from './ofrep/stream-refetches.ts';
export { getServedRevisionRoute } from './served/get-served-revision.ts';
export { listRelaysRoute } from './relay/list-relays.ts';
export { takeRelayReportRoute } from './relay/take-relay-report.ts';
export { openStreamRoute } from './stream/open-stream.ts';
export { validateTokensRoute } from './token/validate-tokens.ts';
export { countBulkMetricsRoute, countEdgeMetricsRoute } from './usage/count-bulk-metrics.ts';
export { countFrontendMetricsRoute, countMetricsRoute, countProxyMetricsRoute } from './usage/count-metrics.ts';
export { registerClientRoute, registerFrontendClientRoute, registerProxyClientRoute } from './usage/register-client.ts';
