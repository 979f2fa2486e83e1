import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@signalbox/testing';

/** What is proposed and applied, until when. */
export interface Proposing {
  readonly project: string;
  readonly stop: AbortSignal;
  /** Told of each application: how long it took from the proposal on. */
  readonly applied: (ms: number) => void;
}

/** How often a change is proposed, beside all else that the cluster does. */
const everyMs = 200;
const retryMs = 100;
/** An application that broke off is ended by a job, whose lease outlives its owner by two minutes. */
const limitMs = 240_000;
/** What is asked for again, beside what failed: an application is under way, or whoever was asked does not know of the caller yet. */
const notYet: readonly number[] = [401, 404, 409, 425];
const next: Readonly<Record<string, string>> = { Draft: 'In review', 'In review': 'Approved', Approved: 'Applied' };

/**
 * Has a user protect production, then propose, approve and apply one change after the other, each of which switches a feature on.
 * Resolves to the names of the features; rejects where one comes to no end, or was applied without effect.
 */
export async function proposeUntil(user: Client, { project, stop, applied }: Proposing): Promise<string[]> {
  const path = `/api/admin/projects/${project}`;
  const proposals = `${path}/environments/production/change-requests`;
  await untilWell(() => user.put(`${proposals}/config`, { changeRequestsEnabled: true, selfApproval: true }), 'protection');
  const names: string[] = [];
  while (!stop.aborted) {
    const name = `proposed-${names.length}`;
    await untilWell(() => user.post(`${path}/features`, { name }, { headers: { 'idempotency-key': name } }), name);
    const begun = performance.now();
    const change = { action: 'updateEnabled', feature: name, payload: { enabled: true } };
    const { id } = await untilWell(() => user.post(proposals, change, { headers: { 'idempotency-key': `${name}-change` } }), name);
    await untilApplied(user, `${path}/change-requests/${id}`);
    applied(performance.now() - begun);
    const { enabled } = await untilWell(() => user.get(`${path}/features/${name}/environments/production`), name);
    if (!enabled) throw new Error(`change request ${id} was applied, and ${name} is not on`);
    names.push(name);
    await pause(everyMs);
  }
  return names;
}

/** Moves the request on, whatever became of the move before. */
async function untilApplied(user: Client, request: string): Promise<void> {
  const end = Date.now() + limitMs;
  const read = () => untilWell(() => user.get(request), request);
  for (;;) {
    const { state } = await read();
    if (state === 'Applied') return;
    const answer = await user.put(`${request}/state`, { state: next[state] }).catch(() => null);
    if (answer?.status === 200) continue;
    // A move before it, which broke off, may have come through since the state was read.
    if (isFinal(answer?.status, end) && (await read()).state === state)
      throw new Error(`${request} stays ${state}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    await pause(retryMs);
  }
}

async function untilWell(send: () => ReturnType<Client['get']>, what: string) {
  const end = Date.now() + limitMs;
  for (;;) {
    const answer = await send().catch(() => null);
    if (answer && answer.status < 300) return answer.body;
    if (isFinal(answer?.status, end)) throw new Error(`${what}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    await pause(retryMs);
  }
}

const isFinal = (status: number | undefined, end: number): boolean =>
  Date.now() > end || (status !== undefined && status < 500 && !notYet.includes(status));
