import { pause } from '@signalbox/timing';
import type { Api } from '../api/api.ts';
import type { AppliedPlan } from '../api/operations.ts';
import { exitCodes, Problem, usageProblem } from '../base/problem.ts';
import type { Terminal } from '../base/terminal.ts';
import { type Answer, sentenceOf } from '../output/answer.ts';

/** States of change requests to wait for. */
export const awaitedStates = ['approved', 'applied'] as const;

type CreatedRequest = AppliedPlan['changeRequests'][number];

interface Wait {
  readonly project: string;
  readonly wait: (typeof awaitedStates)[number] | undefined;
  readonly timeout: string | undefined;
}

const pauseMs = 2000;
const defaultTimeout = '30m';
const reached: Readonly<Record<(typeof awaitedStates)[number], readonly string[]>> = {
  approved: ['Approved', 'Scheduled', 'Applied'],
  applied: ['Applied'],
};

/** Answers with an applied plan. If it created change requests, waits for them or exits with 3. */
export async function appliedAnswer(
  api: Api,
  applied: AppliedPlan,
  { project, wait, timeout = defaultTimeout }: Wait,
  terminal: Terminal,
): Promise<Answer> {
  const requests = applied.changeRequests.map((request) => ({ ...request, url: request.url === null ? null : api.url + request.url }));
  const end = Date.now() + durationOf(timeout);
  const open = wait === undefined ? requests : await waitFor(api, { requests, project, wait, end }, terminal);
  const lines = [
    `${applied.applied} ${applied.applied === 1 ? 'change is' : 'changes are'} applied.`,
    ...requests.map(
      (request) =>
        `Change request ${nameOf(request)} in ${request.environment} ${open.includes(request) ? 'waits for approval' : `is ${wait}`}.`,
    ),
  ];
  return {
    ...sentenceOf({ ...applied, changeRequests: requests }, lines.join('\n')),
    exitCode: open.length > 0 ? exitCodes.waitsForApproval : exitCodes.done,
  };
}

const nameOf = ({ id, url }: CreatedRequest): string => (id === null ? '' : `${id} (${url})`);

interface Waiting<Request extends CreatedRequest> {
  readonly requests: readonly Request[];
  readonly project: string;
  readonly wait: (typeof awaitedStates)[number];
  readonly end: number;
}

/** Waits until all change requests have reached a state. Returns those that have not when the time is up. */
async function waitFor<Request extends CreatedRequest>(
  api: Api,
  { requests, project, wait, end }: Waiting<Request>,
  { signal }: Pick<Terminal, 'signal'>,
): Promise<readonly Request[]> {
  let open = requests;
  while (open.length > 0) {
    const states = await Promise.all(open.map((request) => stateOf(api, project, request)));
    const failed = open.find((_, index) => ['Rejected', 'Cancelled'].includes(states[index] ?? ''));
    if (failed)
      throw new Problem('ChangeRequestRejected', `Change request ${nameOf(failed)} in ${failed.environment} is rejected or cancelled.`);
    open = open.filter((_, index) => !reached[wait].includes(states[index] ?? ''));
    if (open.length === 0 || Date.now() >= end || signal.aborted) return open;
    await pause(Math.min(pauseMs, Math.max(0, end - Date.now())), signal);
  }
  return open;
}

/** Without an id, the newest change request with the hash counts: the server may answer before it knows the id. */
async function stateOf(api: Api, projectId: string, { id, environment, hash }: CreatedRequest): Promise<string> {
  if (id !== null) return (await api.ask('GET /api/admin/projects/{projectId}/change-requests/{id}', { path: { projectId, id } })).state;
  const listed = await api.ask('GET /api/admin/projects/{projectId}/change-requests', { path: { projectId } });
  return listed.find((request) => request.planHash === hash && request.environment === environment)?.state ?? 'Draft';
}

const unitsMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of `30s`, `10m` or `2h`. */
export function durationOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  if (count === undefined) throw usageProblem(`A duration has the form 30s, 10m or 2h; got ${text}.`);
  return Number(count) * (unitsMs[unit] ?? 0);
}
