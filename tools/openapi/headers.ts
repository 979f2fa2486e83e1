import { headerBytes } from '../../packages/host/src/http/listen.ts';
import { replaysAnswer, takesIdempotencyKey } from '../../packages/host/src/http/pipeline-failures.ts';
import type { RouteDeclaration } from '../../packages/kit/src/index.ts';

const text = { type: 'string', maxLength: headerBytes } as const;

/** Request headers that many operations accept. */
export const headerParameters = {
  'Idempotency-Key': {
    in: 'header',
    name: 'Idempotency-Key',
    description:
      'A key of your choice. Repeating a request with the same key has no further effect and returns the first response again. If that response contained a secret, it was not stored, and the repetition returns 409.',
    schema: { type: 'string', maxLength: 200 },
  },
  'X-Change-Reason': {
    in: 'header',
    name: 'X-Change-Reason',
    description:
      "The reason for a direct change to a protected environment, for callers who may make one: in UTF-8, or percent-encoded after `UTF-8''` (RFC 8187). Required if the environment demands reasons or is frozen. A change with a reason is reviewed afterwards.",
    schema: { type: 'string', minLength: 1, maxLength: 1000 },
  },
  'If-Match': {
    in: 'header',
    name: 'If-Match',
    description: 'The `ETag` of the feature when you last read it. The response is 412 if the feature has changed since.',
    schema: text,
  },
  'If-Min-Revision': {
    in: 'header',
    name: 'If-Min-Revision',
    description: 'The `X-Revision` of a change. The server waits until that change has arrived before it responds.',
    schema: text,
  },
  'If-None-Match': {
    in: 'header',
    name: 'If-None-Match',
    description: 'The `ETag` of the last response. The response is 304 without a body if nothing has changed.',
    schema: text,
  },
} as const;

/** Response headers that many operations have. */
export const responseHeaders = {
  Deprecation: { description: 'The time since which the operation is deprecated (RFC 9745).', schema: text },
  ETag: { description: 'The version of the returned resource.', schema: text },
  'Idempotency-Replayed': { description: '`true` if the response is a replay for its `Idempotency-Key`.', schema: { const: 'true' } },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer', minimum: 0 } },
  Sunset: { description: 'The earliest time at which the operation may be removed (RFC 8594).', schema: text },
  'X-Revision': {
    description: 'The revision of the change, if it affects evaluation or access. Send it as `If-Min-Revision` to read your own change.',
    schema: text,
  },
} as const;

const parameter = (name: keyof typeof headerParameters) => ({ $ref: `#/components/parameters/${name}` });
const header = (name: keyof typeof responseHeaders) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** Returns the request headers that a route accepts. */
export function headerParametersOf(declaration: RouteDeclaration): object[] {
  const { failures, answers, protectedBy } = declaration;
  return [
    ...(takesIdempotencyKey(declaration) ? [parameter('Idempotency-Key')] : []),
    ...(failures.includes('PreconditionFailedError') ? [parameter('If-Match')] : []),
    ...(protectedBy === undefined ? [] : [parameter('X-Change-Reason')]),
    ...(failures.includes('TooEarlyError') ? [parameter('If-Min-Revision')] : []),
    ...(304 in answers ? [parameter('If-None-Match')] : []),
  ];
}

/** Returns the headers of a route's successful responses. */
export function responseHeadersOf(declaration: RouteDeclaration): Record<string, object> {
  const { events, retires, headers = {}, answers } = declaration;
  return {
    ...(retires && { ...header('Deprecation'), ...header('Sunset') }),
    ...(304 in answers && header('ETag')),
    ...(replaysAnswer(declaration) && header('Idempotency-Replayed')),
    ...(events && !('none' in events) && header('X-Revision')),
    ...Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, { description, schema: text }])),
  };
}
