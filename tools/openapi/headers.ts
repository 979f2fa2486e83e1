import { replaysAnswer, takesIdempotencyKey } from '../../packages/host/src/http/pipeline-failures.ts';
import type { RouteDeclaration } from '../../packages/kit/src/index.ts';

const text = { type: 'string' } as const;

/** Request headers that mean something to many operations. */
export const headerParameters = {
  'Idempotency-Key': {
    in: 'header',
    name: 'Idempotency-Key',
    description:
      'A key of your own choice. A repeated request with the same key has no second effect. It receives the first answer again, or 409 where that answer is not stored because it holds a secret.',
    schema: { type: 'string', maxLength: 200 },
  },
  'X-Change-Reason': {
    in: 'header',
    name: 'X-Change-Reason',
    description:
      "Why a protected environment is changed directly, for those who may: in UTF-8, or percent-encoded after `UTF-8''` (RFC 8187). Needed where the environment demands it, or is frozen; wherever it is sent, the change is reviewed afterwards.",
    schema: { type: 'string', minLength: 1, maxLength: 1000 },
  },
  'If-Match': {
    in: 'header',
    name: 'If-Match',
    description: 'The `ETag` of the feature as you last read it. The change is refused with 412 if somebody has changed the feature since.',
    schema: text,
  },
  'If-Min-Revision': {
    in: 'header',
    name: 'If-Min-Revision',
    description: 'The `X-Revision` of a change. The answer waits until that change has arrived here.',
    schema: text,
  },
  'If-None-Match': {
    in: 'header',
    name: 'If-None-Match',
    description: 'The `ETag` of the last answer. The answer is 304 without a body while nothing has changed.',
    schema: text,
  },
} as const;

/** Response headers that many operations have. */
export const responseHeaders = {
  Deprecation: { description: 'Since when the operation is deprecated (RFC 9745).', schema: text },
  ETag: { description: 'The version of what the answer shows.', schema: text },
  'Idempotency-Replayed': { description: '`true` on an answer that is repeated for its `Idempotency-Key`.', schema: { const: 'true' } },
  'Retry-After': { description: 'How many seconds to wait before trying again.', schema: { type: 'integer', minimum: 0 } },
  Sunset: { description: 'When the operation may be gone (RFC 8594).', schema: text },
  'X-Revision': {
    description:
      'The revision that the change created, if evaluation or access can see it. Send it as `If-Min-Revision` to read your own change.',
    schema: text,
  },
} as const;

const parameter = (name: keyof typeof headerParameters) => ({ $ref: `#/components/parameters/${name}` });
const header = (name: keyof typeof responseHeaders) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** The request headers that a route takes. */
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

/** The headers of a route's successful answers. */
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
