import { stateKeys } from '@signalbox/contracts';
import { parse, setting, surface } from '@signalbox/kit';

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

export const flagdPort = setting(
  'FLAGD_PORT',
  '',
  parse.optional(parse.integer(0, 65_535)),
  'Port of the protocols of flagd for OpenFeature providers, usually 8013. Empty: off. With 0, the system chooses a port.',
);
export const flagdToken = setting(
  'FLAGD_TOKEN',
  '',
  parse.text,
  'Token for callers of FLAGD_PORT that send none. Some providers cannot send one; then only these callers may reach the port.',
  true,
);
export const flagdCertificate = setting('FLAGD_TLS_CERT_FILE', '', parse.text, 'Certificate of FLAGD_PORT, as PEM. Empty: plaintext.');
export const flagdKey = setting('FLAGD_TLS_KEY_FILE', '', parse.text, 'Key of the certificate of FLAGD_PORT, as PEM.');

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
