import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@signalbox/testing';

export interface Proposing {
  readonly project: string;
  readonly stop: AbortSignal;
  /** Called with the duration of each application since its proposal. */
  readonly applied: (ms: number) => void;
}

/** Interval of proposals, alongside all other load. */
const everyMs = 200;
const retryMs = 100;
/** A job completes interrupted applications. Its lease outlives its holder by two minutes. */
const limitMs = 240_000;
/** Statuses to retry in addition to failures: an application is in progress, or the process does not have the caller's latest state yet. */
const notYet: readonly number[] = [401, 404, 409, 425];
const next: Readonly<Record<string, string>> = { Draft: 'In review', 'In review': 'Approved', Approved: 'Applied' };

/**
 * Lets a user protect production, then propose, approve and apply changes in sequence. Each switches a feature on. Resolves with the names
 * of the features; rejects if a request does not complete, or was applied without effect.
 */
export async function proposeUntil(user: Client, { project, stop, applied }: Proposing): Promise<string[]> {
  const path = `/api/admin/projects/${project}`;
  await untilWell(
    () => user.put(`${path}/environments/production/change-requests/config`, { changeRequestsEnabled: true, selfApproval: true }),
    'protection',
  );
  const names: string[] = [];
  while (!stop.aborted) {
    const name = `proposed-${names.length}`;
    await untilWell(() => user.post(`${path}/features`, { name }, { headers: { 'idempotency-key': name } }), name);
    const begun = performance.now();
    const id = await propose(user, { path, name });
    await untilApplied(user, `${path}/change-requests/${id}`);
    applied(performance.now() - begun);
    const { enabled } = await untilWell(() => user.get(`${path}/features/${name}/environments/production`), name);
    if (!enabled) throw new Error(`change request ${id} was applied, and ${name} is not on`);
    names.push(name);
    await pause(everyMs);
  }
  return names;
}

/** Proposes to switch the feature on. Returns the id of the change request. */
async function propose(user: Client, { path, name }: { readonly path: string; readonly name: string }): Promise<number> {
  const change = { action: 'updateEnabled', feature: name, payload: { enabled: true } };
  const send = (key: string) =>
    user.post(`${path}/environments/production/change-requests`, change, { headers: { 'idempotency-key': `${name}-${key}` } });
  const { id } = await untilWell(async () => {
    const answer = await send('change');
    // The process that ran the first request died before it stored the response: the outcome has to be looked up, as the response says.
    if (answer.status !== 409) return answer;
    const known = await user.get(`${path}/change-requests`);
    if (known.status !== 200) return known;
    const own = (known.body as Proposed[]).find(({ features }) => features.some((feature) => feature.name === name));
    return own === undefined ? send('again') : { ...known, body: own };
  }, name);
  return id as number;
}

interface Proposed {
  readonly id: number;
  readonly features: readonly { readonly name: string }[];
}

/** Requests the next state, regardless of the previous result. */
async function untilApplied(user: Client, request: string): Promise<void> {
  const end = Date.now() + limitMs;
  const read = () => untilWell(() => user.get(request), request);
  for (;;) {
    const { state } = await read();
    if (state === 'Applied') return;
    const answer = await user.put(`${request}/state`, { state: next[state] }).catch(() => null);
    if (answer?.status === 200) continue;
    // An interrupted earlier move may have completed since the state was read.
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
