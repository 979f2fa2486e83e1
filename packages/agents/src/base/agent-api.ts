import { requestPath } from '@signalbox/contracts/request-path';
import type { Listener } from '@signalbox/kit';
import inject from 'light-my-request';
import type { AnswerOf, OperationInput, OperationName } from './operations.ts';
import { ToolProblem } from './tool-problem.ts';

/** The administration API as the agent's person, for the tools. Calls throw `ToolProblem` unless they succeed. */
export type AgentApi = <Name extends OperationName>(name: Name, request: OperationInput<Name>) => Promise<AnswerOf<Name>>;

/** Sends requests to a listener of this process. */
export function openAgentApi(listener: Listener): AgentApi {
  return async <Name extends OperationName>(name: Name, request: OperationInput<Name>) => {
    const { path = {}, query = {}, body } = request as Loose;
    const [method, template = ''] = name.split(' ');
    const { statusCode, payload } = await inject(listener, {
      method: method as 'GET',
      url: pathOf(template, path, query),
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    if (statusCode >= 400) throw problemOf(statusCode, payload);
    return (payload === '' ? undefined : JSON.parse(payload)) as AnswerOf<Name>;
  };
}

interface Loose {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Parameters<typeof requestPath>[2];
  readonly body?: unknown;
}

function pathOf(template: string, path: NonNullable<Loose['path']>, query: NonNullable<Loose['query']>): string {
  try {
    return requestPath(template, path, query);
  } catch (error) {
    throw error instanceof RangeError ? new ToolProblem(`${error.message} Use a name from find_flags.`) : error;
  }
}

const advice: Readonly<Record<number, string>> = {
  400: 'The input is not valid. Correct it as `data` says.',
  401: 'The access has ended. Ask the person to connect you again.',
  403: 'You may not do this. Ask the person to do it, or propose the change instead.',
  404: 'Not found, or not visible to you. Use find_flags to look for names.',
  409: 'The state does not allow this, or someone changed it. Read it again, and plan again.',
  425: 'The server is catching up. Try again in a moment.',
  429: 'Too many requests. Try again later.',
  503: 'A part of the server is unavailable. Try again later.',
};

function problemOf(status: number, payload: string): ToolProblem {
  const { name, message, details } = bodyOf(payload);
  return new ToolProblem(advice[status] ?? 'The server failed. Tell the person about it.', { error: name, message, details });
}

function bodyOf(payload: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(payload) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
