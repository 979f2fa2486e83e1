import { type ApiSection, empty, plainText, type RouteDeclaration } from '../../packages/kit/src/index.ts';
import type { Described } from './operations.ts';
import type { Schema } from './schema.ts';

/** Schemas of responses that the public port itself returns. */
export const processSchemas: Readonly<Record<string, Schema>> = {
  Health: { type: 'object', required: ['health'], properties: { health: { enum: ['GOOD', 'BAD'] } } },
  Readiness: {
    type: 'object',
    required: ['health', 'services'],
    properties: {
      health: { enum: ['GOOD', 'BAD'] },
      services: { type: 'object', additionalProperties: { $ref: '#/components/schemas/ServiceReadiness' } },
    },
  },
  ServiceReadiness: {
    type: 'object',
    required: ['state', 'reason'],
    properties: {
      state: { enum: ['ready', 'degraded', 'away'] },
      reason: { type: ['string', 'null'], description: 'Why the service is not ready.' },
    },
  },
};

const health: Schema = { $ref: '#/components/schemas/Health' };
const ready: Schema = { $ref: '#/components/schemas/Readiness' };
const anyObject: Schema = { type: 'object' };

const page = (path: string, summary: string, answers: RouteDeclaration['answers'], others: Partial<RouteDeclaration> = {}) =>
  ({ method: 'get', path, summary, permission: 'public', answers, failures: [], ...others }) as const;

/** Section of the operations that every process and service has. */
export const operations: ApiSection = {
  name: 'Operations',
  description: 'Health, metrics, and messages that could not be handled.',
  paths: /^\/(?:live|health|ready|metrics|docs|api\/admin\/dead-letters)(?:\/|$)/,
};

const ofProcess: readonly (Pick<Described, 'operationId' | 'declaration'> & Partial<Described>)[] = [
  { operationId: 'getLiveness', declaration: page('/live', 'Check whether the public port responds', { 200: health }) },
  {
    operationId: 'getHealth',
    declaration: page('/health', 'Check whether every service has been ready at least once', { 200: health, 503: health }),
  },
  { operationId: 'getReadiness', declaration: page('/ready', 'Get the readiness of each service', { 200: ready, 503: ready }) },
  {
    operationId: 'getMetrics',
    declaration: page(
      '/metrics',
      'Get the metrics of the process, in the Prometheus text format',
      { 200: plainText },
      { permission: 'ADMIN' },
    ),
    failures: ['AuthenticationRequired', 'NoAccessError', 'UnavailableError'],
  },
  {
    operationId: 'readDocumentation',
    // A redirect to the documentation if the instance has it, otherwise a page that shows this document.
    declaration: page(
      '/docs',
      'Show the documentation in a browser',
      { 200: plainText, 302: empty, 304: empty },
      { mediaTypes: ['text/html'] },
    ),
  },
  {
    operationId: 'getAsyncApiDocument',
    declaration: page('/docs/asyncapi.json', 'Get the AsyncAPI document of the events on the bus', { 200: anyObject, 304: empty }),
  },
  {
    operationId: 'getDocumentSchema',
    declaration: page(
      '/docs/schema/v1.json',
      'Get the JSON Schema of documents, for editors',
      { 200: anyObject, 304: empty },
      { mediaTypes: ['application/schema+json'] },
    ),
  },
  { operationId: 'getOpenApiDocument', declaration: page('/docs/openapi.json', 'Get this document', { 200: anyObject, 304: empty }) },
];

/** Routes that the public port itself answers, in front of all others. */
export const processRoutes: readonly Described[] = ofProcess.map(({ failures = [], ...rest }) => ({
  ...rest,
  section: operations.name,
  failures: ['HeadersTooLargeError', ...failures],
}));
