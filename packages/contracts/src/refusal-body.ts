import type { Failure, FailureBody, FailureName } from './failure.ts';

type Extra = Readonly<Record<string, unknown>>;

/** Protocols whose clients recognize a refusal only in their own format. */
const forms: Readonly<Record<string, (path: string, failure: Failure) => Extra>> = {
  ofrep: ofrepForm,
  scim: (_path, { name, message, status }) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: message,
    ...(scimTypes[name] && { scimType: scimTypes[name] }),
  }),
  openfeature: (_path, { message, status }) => ({ error: { message, status } }),
};

/** Error types for SCIM clients (RFC 7644 §3.12). */
const scimTypes: Partial<Record<FailureName, string>> = {
  ConflictError: 'uniqueness',
  NameExistsError: 'uniqueness',
  BadDataError: 'invalidValue',
  ValidationError: 'invalidValue',
};

/** Media type of refusals under the path. SCIM has its own (RFC 7644 §3.12). */
export const refusalType = (path: string): string => (rootOf(path) === 'scim' ? 'application/scim+json' : 'application/json');

const rootOf = (path: string): string => path.split('/', 2)[1] ?? '';

/** Body of a refusal, with the fields that clients of its path require. Both the gateway and the services use it. */
export function refusalBody(path: string, failure: Failure, id: string): FailureBody {
  const root = rootOf(path);
  return { ...(Object.hasOwn(forms, root) ? forms[root]?.(path, failure) : {}), ...failure.body(id) };
}

const oneFlag = /^\/ofrep\/v1\/evaluate\/flags\/([^/]+)\/?$/;
const codes: Partial<Record<FailureName, string>> = { BadRequestError: 'PARSE_ERROR', ValidationError: 'INVALID_CONTEXT' };

/** OpenFeature's providers require a key and a code. The key of all features is empty. */
function ofrepForm(path: string, { name, message, cause }: Failure): Extra {
  const errorCode = cause instanceof SyntaxError ? 'PARSE_ERROR' : (codes[name] ?? 'GENERAL');
  return { key: keyIn(path), errorCode, errorDetails: message };
}

function keyIn(path: string): string {
  try {
    return decodeURIComponent(oneFlag.exec(path)?.[1] ?? '');
  } catch {
    return '';
  }
}
