import * as fc from 'fast-check';
import { Pool } from 'undici';
import { type Operation, operations } from './document.ts';
import { locksOut } from './out-of-reach.ts';
import { type Answered, faultOf } from './judge.ts';
import type { Kind } from './values.ts';
import { type Caller, filled, type FuzzedRequest, requestsOf } from './requests.ts';

/** A product to fuzz, with the credentials of its callers. */
export interface Target {
  readonly url: string;
  /** Client of an administrator. */
  readonly adminToken: string;
  /** Returns headers by caller. Called again when an administrator's session has ended. */
  readonly credentials: (caller: Caller) => Promise<Readonly<Record<string, string>>>;
}

/** A problem, and the first request that revealed it. */
export interface Finding {
  readonly what: string;
  readonly request: string;
  readonly answer: string;
  times: number;
}

export interface Report {
  readonly requests: number;
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Operations that succeeded at least once. */
  readonly succeeded: ReadonlySet<string>;
  /** Refusals of an administrator by operation, with the most frequent one. */
  readonly refusals: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly findings: readonly Finding[];
  /** Longest time that a concurrent ordinary request waited, in milliseconds. */
  readonly waitedMs: number;
}

const atOnce = 4;
const perBatch = 400;
const controlPauseMs = 100;
const answerLimitMs = 60_000;
const maxKnown = 21;
/** Operations after which all requests are refused, with the operation that reverts each. */
const undone: readonly (readonly [string, unknown])[] = [
  ['/api/admin/maintenance', { enabled: false }],
  ['/api/admin/auth/simple/settings', { disabled: false }],
  ['/api/admin/auth/second-factor/settings', { everybody: false, rootRoles: [] }],
];

const features = '/api/admin/projects/default/features';
/** The tokens' project and environment, and the administrator, are protected: without them all requests are refused. */
const spared = (method: string, target: string): string => {
  if (method === 'GET') return target;
  const another = target.replace(/^(\/api\/admin\/user-admin\/)0*1(?=[/?]|$)/, (_all, path: string) => `${path}2`);
  return method === 'DELETE'
    ? another.replace(/(\/projects\/)default(\/?(?:\?|$))|(\/environments\/)development(\/?(?:\?|$))/i, '$1$3fuzz-a$2$4')
    : another;
};

const made: readonly (readonly [string, unknown])[] = [
  ['/api/admin/projects', { id: 'fuzz-a', name: 'fuzz-a' }],
  ['/api/admin/projects/default/environments', { environment: 'development' }],
  ['/api/admin/environments/development/on', {}],
  ['/api/admin/context', { name: 'fuzz-field' }],
  ['/api/admin/tags', { type: 'simple', value: 'fuzz-a' }],
  ['/api/admin/segments', { name: 'fuzz-a', constraints: [] }],
  ['/api/admin/projects/fuzz-a/environments', { environment: 'development' }],
  ['/api/admin/groups', { name: 'fuzz-a' }],
  ['/api/admin/roles', { name: 'fuzz-a', description: '', permissions: [] }],
  ['/api/admin/user-admin', { username: 'fuzz-a', rootRole: 2, sendEmail: false }],
  ['/api/admin/service-account', { username: 'fuzz-b', name: 'fuzz-b', rootRole: 2 }],
  ['/api/admin/projects/default/personas', { name: 'fuzz-a', description: '', context: { userId: '7' } }],
  ...['fuzz-a', 'fuzz-b', 'fuzz-c'].flatMap((name): (readonly [string, unknown])[] => [
    [features, { name }],
    [`${features}/${name}/environments/development/strategies`, { name: 'default' }],
    [`${features}/${name}/environments/development/on`, {}],
    [`${features}/${name}/link`, { url: 'https://a.example/', title: name }],
  ]),
];

/** Sends the given number of requests and checks the responses. A seed repeats the requests, except for values from responses. */
export async function fuzz(
  target: Target,
  { seed, requests }: { seed: number; requests: number },
  requested = operations,
): Promise<Report> {
  const run = new Run(target);
  const control = run.watch();
  const sendable = requested.filter(({ id }) => !locksOut(id));
  let sent = 0;
  for (let batch = 0; sent < requests; batch += 1) {
    await run.prepare();
    const count = Math.min(perBatch, requests - sent);
    const waiting = batchOf(sendable, seed + batch, count).values();
    await Promise.all(Array.from({ length: atOnce }, () => run.through(waiting)));
    sent += count;
  }
  await control();
  await run.close();
  return run.report();
}

/** All operations in turn, because random choice would rarely reach large ones. */
function batchOf(requested: readonly Operation[], seed: number, count: number): FuzzedRequest[] {
  const each = Math.ceil(count / requested.length);
  const samples = requested.map((operation, index) => fc.sample(requestsOf(operation), { seed: seed * 1009 + index, numRuns: each }));
  const inTurn = Array.from({ length: each }, (_, turn) => samples.flatMap((sample) => sample[turn] ?? [])).flat();
  const start = (seed * count) % inTurn.length;
  return [...inTurn.slice(start), ...inTurn.slice(0, start)].slice(0, count);
}

class Run {
  readonly #target: Target;
  readonly #pool: Pool;
  readonly #beside: Pool;
  readonly #statuses = new Map<number, number>();
  readonly #succeeded = new Set<string>();
  readonly #refusals = new Map<string, Map<string, number>>();
  readonly #findings = new Map<string, Finding>();
  readonly #known: Record<Kind, string[]> = { text: [], uuid: [], number: [] };
  #learned = 0;
  #sent = 0;
  #waitedMs = 0;

  constructor(target: Target) {
    this.#target = target;
    this.#pool = new Pool(target.url, { connections: atOnce });
    this.#beside = new Pool(target.url, { connections: 1 });
  }

  report(): Report {
    return {
      requests: this.#sent,
      statuses: this.#statuses,
      succeeded: this.#succeeded,
      refusals: this.#refusals,
      findings: [...this.#findings.values()],
      waitedMs: this.#waitedMs,
    };
  }

  /** Recreates objects that requests need, because requests also delete them. */
  async prepare(): Promise<void> {
    const headers = { ...(await this.#target.credentials('administrator')), 'content-type': 'application/json' };
    for (const [path, body] of made) {
      const { status, text = '' } = await this.#send('POST', path, headers, JSON.stringify(body));
      if (status < 300) this.#learn(text);
    }
  }

  async through(waiting: Iterable<FuzzedRequest>): Promise<void> {
    for (const request of waiting) await this.#ask(request);
  }

  /** Sends an inexpensive request repeatedly until stopped. */
  watch(): () => Promise<void> {
    const end = new AbortController();
    const watching = (async () => {
      while (!end.signal.aborted) {
        const begun = performance.now();
        const { body } = await this.#beside.request({ method: 'GET', path: '/api/client/features/nothing' });
        await body.dump();
        this.#waitedMs = Math.max(this.#waitedMs, performance.now() - begun);
        await new Promise((resolve) => setTimeout(resolve, controlPauseMs));
      }
    })();
    return () => {
      end.abort();
      return watching;
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#beside.destroy()]);
  }

  async #ask(fuzzed: FuzzedRequest): Promise<void> {
    const { operation, caller, headers } = fuzzed;
    const target = spared(operation.method, filled(fuzzed.target, this.#known));
    const body = fuzzed.body === undefined ? undefined : filled(fuzzed.body, this.#known);
    const credentials = await this.#target.credentials(caller);
    const written = `${caller}: ${operation.method} ${target.slice(0, 600)} ${JSON.stringify(headers)} ${body?.slice(0, 1500) ?? ''}`;
    try {
      const answered = await this.#send(operation.method, target, { ...headers, ...credentials }, body);
      this.#note(fuzzed, target, answered, written);
    } catch (error) {
      this.#find(`${operation.id}: no response, ${(error as Error).message}`, written, '');
    }
    if (operation.method === 'POST') for (const [path, undo] of undone) if (target.startsWith(path)) await this.#undo(path, undo);
  }

  async #send(method: string, path: string, headers: Record<string, string>, body: string | undefined): Promise<Answered> {
    const options = {
      method: method as 'GET',
      path,
      headers,
      body: body ?? null,
      headersTimeout: answerLimitMs,
      bodyTimeout: answerLimitMs,
    };
    const answer = await this.#pool.request(options);
    this.#sent += 1;
    const type = String(answer.headers['content-type'] ?? '');
    const endless = type.startsWith('text/event-stream') || answer.headers['content-encoding'] !== undefined;
    if (endless) answer.body.on('error', () => undefined).destroy();
    return { status: answer.statusCode, type, text: endless ? undefined : await answer.body.text() };
  }

  #note({ operation, caller }: FuzzedRequest, target: string, answered: Answered, written: string): void {
    const { status, text = '' } = answered;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status < 400) {
      this.#succeeded.add(operation.id);
      this.#learn(text);
    } else if (caller === 'administrator') this.#count(operation.id, `${status} ${messageIn(text)}`);
    const fault = faultOf(operation, answered, isAltered(operation, target));
    if (fault !== null) this.#find(`${operation.id}: ${fault}`, written, `${status} ${text.slice(0, 600)}`);
  }

  #count(id: string, refusal: string): void {
    const counts = this.#refusals.get(id) ?? new Map<string, number>();
    counts.set(refusal, (counts.get(refusal) ?? 0) + 1);
    this.#refusals.set(id, counts);
  }

  #find(what: string, request: string, answer: string): void {
    const known = this.#findings.get(what);
    if (known) known.times += 1;
    else this.#findings.set(what, { what, request, answer, times: 1 });
  }

  /** Saves some ids and names from a response, replacing the oldest. */
  #learn(text: string): void {
    for (const [, quoted, number = ''] of text
      .slice(0, 5000)
      .matchAll(/"(?:id|name|secret|appName)":(?:"((?:[^"\\]){1,100})"|(\d{1,9}))/g)) {
      const kind = quoted === undefined ? 'number' : /^[\da-f-]{36}$/.test(quoted) ? 'uuid' : 'text';
      const known = this.#known[kind];
      if (known.includes(quoted ?? number)) continue;
      known[this.#learned % maxKnown] = quoted ?? number;
      this.#learned += 1;
    }
  }

  /** Uses a token, because the operation to revert may have disabled login. */
  async #undo(path: string, body: unknown): Promise<void> {
    const headers = { authorization: this.#target.adminToken, 'content-type': 'application/json' };
    await this.#send('POST', path, headers, JSON.stringify(body));
  }
}

/** Message of a refusal with names and numbers replaced. */
const messageIn = (text: string): string => /"message":"((?:[^"\\]|\\.){1,90})/.exec(text)?.[1]?.replaceAll(/\b\d+\b/g, '0') ?? '';

/** True if parsers may read the path differently from the document. */
function isAltered({ path }: Operation, target: string): boolean {
  const [requested = ''] = target.split('?');
  const parts = requested.split('/');
  const expected = path.split('/');
  if (parts.length !== expected.length) return true;
  return expected.some((part, index) => {
    const given = parts[index] ?? '';
    return part.startsWith('{') ? /^$|^\.{1,2}$|%2e|%2f|%5c|\\|[^\w.~-]/i.test(given) || isTaken(path, index, given) : part !== given;
  });
}

/** Another operation has this word at the position of the parameter. */
const isTaken = (path: string, index: number, given: string): boolean =>
  operations.some((other) => other.path !== path && other.path.split('/')[index] === given);
