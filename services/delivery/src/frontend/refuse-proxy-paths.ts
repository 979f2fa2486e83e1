import { Failure } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';

const refuse = (path: string) =>
  route(
    {
      method: 'get',
      path,
      summary: 'Reject a path that only proxies serve',
      permission: 'public',
      crossOrigin: true,
      answers: { 200: empty },
      failures: ['NotImplementedError'],
      deprecated: 'Use /api/frontend for features and /health for health.',
    },
    () => {
      throw new Failure('NotImplementedError', `Only proxies serve ${path}. Use /api/frontend for features and /health for health.`);
    },
  );

// Paths of standalone proxies, which have no meaning here.
export const refuseFrontendClientFeaturesRoute = refuse('/api/frontend/client/features');
export const refuseFrontendHealthRoute = refuse('/api/frontend/health');
export const refuseFrontendMetricsRoute = refuse('/api/frontend/internal-backstage/prometheus');
export const refuseProxyClientFeaturesRoute = refuse('/api/proxy/client/features');
export const refuseProxyHealthRoute = refuse('/api/proxy/health');
export const refuseProxyMetricsRoute = refuse('/api/proxy/internal-backstage/prometheus');
