import type { Failure, FailureName } from './failure.ts';

const paths = /^\/ofrep(?:\/|$)/;
const one = /^\/ofrep\/v1\/evaluate\/flags\/([^/]+)\/?$/;
const codes: Partial<Record<FailureName, string>> = { BadRequestError: 'PARSE_ERROR', ValidationError: 'INVALID_CONTEXT' };

/**
 * What a refusal below `/ofrep` has beside the body of every refusal, nothing elsewhere: OpenFeature's providers take an
 * answer for a refusal only if it has a key and a code. The key of all features is empty.
 */
export function ofrepRefusal(path: string, { name, message }: Failure): Readonly<Record<string, unknown>> {
  if (!paths.test(path)) return {};
  return { key: keyIn(path), errorCode: codes[name] ?? 'GENERAL', errorDetails: message };
}

function keyIn(path: string): string {
  try {
    return decodeURIComponent(one.exec(path)?.[1] ?? '');
  } catch {
    return '';
  }
}
