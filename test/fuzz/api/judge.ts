import { refusalType } from '@signalbox/contracts';
import { failureSchema, failureStatusesOf, type Operation, problemsOf } from './document.ts';

/** A response as received. */
export interface Answered {
  readonly status: number;
  readonly type: string;
  /** Undefined for a response that never ends. */
  readonly text: string | undefined;
}

/** Failures that the server returns before it has found the operation. */
const beforeRouting: readonly number[] = [400, 404, 431];

/** Describes the problem of a response, or returns null. `isAltered` means that the path may lead to another operation, or to none. */
export function faultOf(operation: Operation, answered: Answered, isAltered: boolean): string | null {
  const { status, type, text } = answered;
  const content = operation.responses.get(status);
  const isDeclared = content !== undefined || failureStatusesOf(operation).includes(status);
  if (status >= 500 && !(status === 503 && isDeclared)) return `status ${status}`;
  if (!isDeclared && !isAltered && !(beforeRouting.includes(status) && status !== 400 && status !== 404))
    return `${status} is not declared`;
  if (text === undefined || text === '') return null;
  if (status >= 400 && !content)
    return faultOfFailure(operation, text, type) ?? (isDeclared && !isAltered ? faultOfName(operation, text) : null);
  if (!content || isAltered) return null;
  const [media = ''] = type.split(';');
  const declared = content[media];
  if (!declared) return `${status} with ${type} is not declared`;
  if (media !== 'application/json' || !declared.schema) return null;
  const problems = problemsOf(declared.schema, parsed(text));
  return problems.length === 0 ? null : `the body does not match its schema: ${response(problems)}`;
}

interface FailureText {
  readonly name: string;
  readonly message: string;
  readonly details: readonly { readonly message?: string; readonly path?: string }[];
}

function faultOfFailure({ path }: Operation, text: string, type: string): string | null {
  if (!type.startsWith(refusalType(path))) return `a failure with content type ${type}`;
  const body = parsed(text);
  const problems = problemsOf(failureSchema, body);
  if (problems.length > 0) return `the failure does not match its schema: ${response(problems)}`;
  const { name, message, details } = body as FailureText;
  if (message === '' || details.length === 0) return 'the failure has no message or details';
  if (name === 'ValidationError' && details.some(({ path }) => path === undefined)) return 'the failure names no property';
  return null;
}

function faultOfName({ failures }: Operation, text: string): string | null {
  const { name } = parsed(text) as FailureText;
  return failures.includes(name) ? null : `${name} is not declared`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const response = (problems: ReturnType<typeof problemsOf>): string =>
  problems
    .slice(0, 3)
    .map(({ instancePath, message = '' }) => `${instancePath} ${message}`)
    .join('; ');
