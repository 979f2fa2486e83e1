import type { Listener } from '@signalbox/kit';
import inject from 'light-my-request';
import { quoted, ToolProblem } from './tool-problem.ts';

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The administration API as the agent's person, for the tools. Calls throw `ToolProblem` unless they succeed. */
export interface AgentApi {
  get<T>(path: string, query?: Query): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  put(path: string, body: unknown): Promise<void>;
}

/** Sends requests to a listener of this process. */
export function openAgentApi(listener: Listener): AgentApi {
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
    const { statusCode, payload } = await inject(listener, {
      method,
      url: path,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    if (statusCode >= 400) throw problemOf(statusCode, payload);
    return payload;
  };
  return {
    get: async <T>(path: string, query: Query = {}) => JSON.parse(await send('GET', withQuery(path, query))) as T,
    post: async <T>(path: string, body: unknown) => JSON.parse(await send('POST', path, body)) as T,
    put: async (path, body) => void (await send('PUT', path, body)),
  };
}

/** A path with encoded names. Throws for names that would lead to another path. */
export const pathTo = (texts: TemplateStringsArray, ...names: readonly string[]): string =>
  texts.reduce((path, text, index) => `${path}${segmentOf(names[index - 1] ?? '')}${text}`);

function segmentOf(name: string): string {
  if (/^\.{0,2}$/.test(name)) throw new ToolProblem(`${quoted(name)} is not a name. Use a name from find_flags.`);
  return encodeURIComponent(name);
}

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of value === undefined ? [] : [value].flat()) search.append(name, String(each));
  return search.size > 0 ? `${path}?${search.toString()}` : path;
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
