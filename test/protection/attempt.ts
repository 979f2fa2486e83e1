import type { Answer, Client } from '@signalbox/testing';
import type { Applications, Received } from './applications.ts';
import type { Stage } from './stage.ts';
import type { Way } from './way.ts';
import { administers, type Caller, shop } from './world.ts';

/** A request to one operation: `does` in parentheses if there are several. */
export interface Trial {
  readonly operation: string;
  readonly way: Way;
}

export const titleOf = ({ operation, way }: Trial): string => (way.does === undefined ? operation : `${operation} (${way.does})`);

/** Outcomes that are allowed, or the failure in words. */
export type Outcome =
  | 'changes nothing'
  | 'becomes a change request'
  | 'refused: needs approval'
  | 'refused: lacks a permission'
  | 'refused otherwise'
  | 'direct and recorded'
  | 'exempt';

export interface Attempt {
  readonly caller: Caller | null;
  readonly outcome?: Outcome;
  readonly failure?: string;
}

/** A request with its objects, and what applications received before it. */
interface Prepared {
  readonly send: (client: Client) => Promise<Answer>;
  readonly before: Received;
}

type Event = Readonly<{ type: string; createdBy: string }>;

/** Attempts the request as each caller. Its objects are created again only if they may have changed. */
export async function attempt(trial: Trial, on: Stage, applications: Applications, callers: readonly Caller[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  let prepared: Prepared | null = null;
  for (const caller of trial.way.by ? [null] : callers) {
    prepared ??= { send: await prepare(trial, on), before: await applications.receive() };
    const { hasEffect, ...result } = await attemptAs(caller, { trial, on, applications, prepared });
    attempts.push(result);
    if (!hasEffect) continue;
    await trial.way.restore?.(on);
    on.spend();
    prepared = null;
  }
  if (prepared !== null) on.keep();
  return attempts;
}

interface Scene {
  readonly trial: Trial;
  readonly on: Stage;
  readonly applications: Applications;
  readonly prepared: Prepared;
}

async function attemptAs(caller: Caller | null, scene: Scene): Promise<Attempt & { readonly hasEffect: boolean }> {
  const { trial, on, applications, prepared } = scene;
  const client = caller === null ? await trial.way.by?.(on) : on.world.clients[caller];
  if (!client) throw new Error(`${titleOf(trial)} has no caller`);
  const answers: Answer[] = [];
  const events = await on.world.app.eventsOf('toggles', async () => answers.push(await prepared.send(client)));
  const [answer] = answers;
  if (!answer) throw new Error(`${titleOf(trial)} has no answer`);
  const isDone = answer.status < 400;
  if (isDone) await trial.way.arrives?.(on);
  const after = isDone || (await applications.haveMoved()) ? await applications.receive() : prepared.before;
  const difference = differenceOf(prepared.before, after);
  const hasEffect = isDone || difference !== null;
  return { caller, hasEffect, ...judge({ trial, caller, answer, isDone, events, difference }) };
}

async function prepare({ operation, way }: Trial, on: Stage): Promise<Prepared['send']> {
  const [method = '', template = ''] = operation.split(' ');
  const own = typeof way.at === 'function' ? await way.at(on) : (way.at ?? {});
  const defaults: Readonly<Record<string, () => Promise<string> | string>> = {
    projectId: () => shop,
    environment: () => 'production',
    featureName: async () => (await on.feature()).name,
    strategyId: async () => (await on.feature()).strategy,
  };
  let path = template;
  for (const [slot, name = ''] of template.matchAll(/:(\w+)/g)) {
    const value = own[name] ?? (await defaults[name]?.());
    if (value === undefined) throw new Error(`${operation} needs ${name}`);
    path = path.replace(slot, encodeURIComponent(value));
  }
  if (way.query !== undefined) path += `?${way.query}`;
  const body: unknown = typeof way.body === 'function' ? await (way.body as (stage: Stage) => unknown)(on) : way.body;
  const raw = way.raw && { raw: await way.raw[1](on), headers: { 'content-type': way.raw[0] } };
  const call = method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
  return (client) => (call === 'delete' ? client.delete(path) : client[call](path, body, raw));
}

/** The first reader that receives something else, with both responses from where they differ. */
function differenceOf(before: Received, after: Received): string | null {
  for (const [reader, text] of Object.entries(after)) {
    const was = before[reader] ?? '';
    if (was === text) continue;
    let from = 0;
    while (was[from] === text[from]) from += 1;
    const around = (response: string) => response.slice(Math.max(0, from - 60), from + 120);
    return `${reader}: ${around(was)} -> ${around(text)}`;
  }
  return null;
}

interface Facts {
  readonly trial: Trial;
  readonly caller: Caller | null;
  readonly answer: Answer;
  readonly isDone: boolean;
  readonly events: readonly Event[];
  readonly difference: string | null;
}

function judge(facts: Facts): { readonly outcome: Outcome } | { readonly failure: string } {
  const failure = failureOf(facts);
  return failure === null ? { outcome: outcomeOf(facts) } : { failure };
}

function failureOf({ trial: { way }, caller, answer, isDone, events, difference }: Facts): string | null {
  const answered = `${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`;
  const mayReach = way.effect === 'exempt' || (way.effect === 'reaches' && administers(caller));
  if (difference !== null && !mayReach) return `reaches production: ${difference}`;
  if (way.effect === 'refused') return isDone ? `is not refused: ${answered}` : null;
  if (caller !== null && !administers(caller)) return way.effect === 'opens' && isDone ? `opens a way into production: ${answered}` : null;
  if (caller === 'admin token' && way.refusesToken !== undefined) return isDone ? `is not refused: ${answered}` : null;
  if (!isDone) return `proves nothing, because it is refused: ${answered}`;
  if (way.effect !== 'reaches') return null;
  if (difference === null)
    return `proves nothing, because production does not change: ${answered} ${events.map(({ type }) => type).join()}`;
  return isRecorded(caller, events) ? null : `is not recorded as a direct write: ${events.map(({ type }) => type).join()}`;
}

/** The administrator gives a reason. The token gives none where none is required, so the events only name it. */
const isRecorded = (caller: Caller | null, events: readonly Event[]): boolean =>
  caller === 'administrator'
    ? events[0]?.type === 'protection-bypassed'
    : events.length > 0 && events.every(({ createdBy }) => createdBy === 'initial-admin');

function outcomeOf({ trial: { way }, answer, isDone, events, difference }: Facts): Outcome {
  if (!isDone) return refusalOf(answer);
  if (difference === null) return events.some(({ type }) => type === 'changes-proposed') ? 'becomes a change request' : 'changes nothing';
  return way.effect === 'exempt' ? 'exempt' : 'direct and recorded';
}

function refusalOf({ status, body }: Answer): Outcome {
  if (status !== 403) return 'refused otherwise';
  const permissions: readonly string[] = body.permissions ?? [];
  if (permissions.includes('SKIP_CHANGE_REQUEST')) return 'refused: needs approval';
  return permissions.length > 0 ? 'refused: lacks a permission' : 'refused otherwise';
}
