import { stateKeys } from '@signalbox/contracts';
import { parse, setting, surface } from '@signalbox/kit';
import { flagdCertificate, flagdKey, flagdPort, flagdToken } from './flagd/flagd-settings.ts';

export const metricsLimitBytes = setting(
  'METRICS_LIMIT_BYTES',
  '1048576',
  parse.integer(1024, 100_000_000),
  'Maximum size of an SDK metrics body (1 MB).',
);
export const sdkRequestsPerMinute = setting(
  'SDK_REQUESTS_PER_MINUTE',
  '6000',
  parse.integer(1, 1_000_000_000),
  'Requests per minute and address, counted separately for SDK registrations, metrics and token validations.',
);
export const maxStreams = setting(
  'MAX_STREAMS',
  '10000',
  parse.integer(0, 1_000_000),
  'Maximum number of open change streams per delivery process; further SDKs have to poll. Streams of OpenFeature providers are counted separately.',
);

/** SDK credentials are checked in delivery, against a list of hashes. */
const sdk = { credential: 'own' } as const;
const metrics = { bodyLimitBytes: metricsLimitBytes } as const;
const limit = (name: string, ...paths: string[]) => ({ name, perMinute: sdkRequestsPerMinute, method: 'POST', paths }) as const;

export const deliverySurface = surface({
  name: 'delivery',
  paths: [
    { prefix: '/api/admin/delivery', credential: "own, or a user's" },
    { prefix: '/api/admin/projects/:projectId/flagd-report', credential: "own, or a user's" },
    { prefix: '/api/client', credential: "own, or a user's" },
    { prefix: '/api/client/metrics', credential: "own, or a user's", ...metrics },
    { prefix: '/api/frontend', ...sdk },
    { prefix: '/api/frontend/client/metrics', ...sdk, ...metrics },
    { prefix: '/api/proxy', ...sdk },
    { prefix: '/api/proxy/client/metrics', ...sdk, ...metrics },
    { prefix: '/edge', ...sdk },
    { prefix: '/edge/metrics', ...sdk, ...metrics },
    { prefix: '/flagd', ...sdk },
    { prefix: '/ofrep', ...sdk },
    { prefix: '/openfeature', credential: "own, or a user's" },
  ],
  rateLimits: [
    limit('client-metrics', '/api/client/metrics', '/api/client/metrics/bulk', '/api/client/metrics/edge', '/edge/metrics'),
    limit('client-register', '/api/client/register'),
    limit('frontend-metrics', '/api/frontend/client/metrics', '/api/proxy/client/metrics'),
    limit('frontend-register', '/api/frontend/client/register', '/api/proxy/client/register'),
    limit('edge-validation', '/edge/validate'),
  ],
  ephemeralKeys: [stateKeys.recentContexts, stateKeys.tokensSeen, stateKeys.relaysReported],
  settings: [metricsLimitBytes, sdkRequestsPerMinute, maxStreams, flagdPort, flagdToken, flagdCertificate, flagdKey],
  sections: [
    { name: 'Client API', description: 'API for server-side SDKs and proxies.', paths: /^\/(?:api\/client|edge)(?:\/|$)/ },
    { name: 'Frontend API', description: 'API for client-side SDKs.', paths: /^\/api\/(?:frontend|proxy)(?:\/|$)/ },
    {
      name: 'Delivery',
      description: 'The revision served to applications, and the relays that serve it on.',
      paths: /^\/api\/admin\/delivery(?:\/|$)/,
    },
    {
      name: 'OpenFeature',
      description: 'The OpenFeature Remote Evaluation Protocol, and features in the format of flagd.',
      paths: /^\/(?:ofrep|openfeature|flagd|api\/admin\/projects\/:projectId\/flagd-report)(?:\/|$)/,
    },
  ],
});
