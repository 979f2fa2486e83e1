import { type AgentMode, changeKindOf, Failure } from '@signalbox/contracts';
import { type Context, type DraftEvent, slot } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { protectedUsesOf } from '../../feature/segment/users-of-segment.ts';
import { type AgentReach, readAgentReach, refuseAgent } from '../../project/agent/agent-mode.ts';
import { ProtectedEnvironment } from '../../project/protection/protected-environment.ts';
import { maySkip, refuseProtected, skip, skipIn } from '../../project/protection/refuse-protected.ts';

/** Where an event takes effect: in its environment, in all of its project, or wherever its segment is used. Otherwise, why nobody has to approve it. */
export type Verdict = 'environment' | 'project' | 'segment' | { readonly because: string };

const byAdministrator = { because: 'only administrators import the state of an instance' };
const off = { because: 'the feature is off in every environment' };
const metadata = { because: 'it describes the feature and changes no evaluation' };
const tags = { because: 'tags describe features; only clients that select by them see a difference' };

/** Verdicts on events that touch what applications receive, but that no kind of change emits. A test demands each of them. */
const others: Readonly<Record<string, Verdict>> = {
  'feature-created': off,
  'feature-revived': off,
  'feature-deleted': { because: 'only archived features are deleted' },
  'feature-metadata-updated': metadata,
  'feature-stale-on': metadata,
  'feature-stale-off': metadata,
  'feature-variants-updated': { because: 'the route refuses it in each environment that it changes' },
  'feature-dependency-removed': 'project',
  'feature-project-change': { because: 'the route refuses it in the old project, and every protected new one' },
  'feature-tagged': tags,
  'feature-untagged': tags,
  'tag-deleted': tags,
  'tag-type-deleted': tags,
  'segment-created': { because: 'nothing uses it yet' },
  'project-environment-added': { because: 'every feature is off there' },
  'project-environment-removed': { because: 'the route refuses it in the environment' },
  'environment-deleted': { because: 'only administrators delete environments; the end of each protection is recorded' },
};

/** The verdict on events of this type and content. */
export function verdictOn(event: Pick<DraftEvent['body'], 'type' | 'data' | 'preData'>): Verdict {
  const kind = changeKindOf(event);
  if (kind?.of === 'environment') return { because: 'weaker protection has a rule of its own' };
  if (kind) return kind.of === 'segment' ? 'segment' : kind.scope;
  if (event.type.startsWith('drop-') || event.type.endsWith('-import')) return byAdministrator;
  return others[event.type] ?? { because: 'it changes nothing that applications receive' };
}

/** The protected environments that have approved the changeset of this unit of work. Null without one, or if its caller does not compare them. */
export const approvalsHere = slot(() => ({ given: null as readonly Scope[] | null }));

interface Scope {
  readonly project: string;
  readonly environment: string;
}

/** Judges each effect of the unit of work: in one environment, in all of a project, or in those that use a global segment. */
interface Judge {
  readonly scope: (by: 'environment' | 'project', where: Scope) => Promise<void>;
  readonly uses: (segment: EventSegment, affected: readonly ProtectedEnvironment[]) => void;
}

/**
 * Judges a unit of work by its events before it commits, whatever route or function made them. A direct write needs, wherever one of its
 * events takes effect, what `refuseProtected` requires. A changeset needs the approval of each environment that is protected by now.
 */
export async function guardEvents(context: Context, events: DraftEvent[]): Promise<void> {
  if (context.actor.via) await judgeAgent(context, events);
  const judge = judgeOf(context);
  if (judge) for (const { body } of events) await judgeEvent(context, judge, body);
}

/** Refuses what an agent may not change there. What it may only propose, it must have proposed. */
async function judgeAgent(context: Context, events: readonly DraftEvent[]): Promise<void> {
  const reaches = new Map<string, AgentReach>();
  for (const { body } of events) {
    const project = body.project ?? '';
    const reach = reaches.get(project) ?? (await readAgentReach(context, project));
    reaches.set(project, reach);
    const { mode, isDirect } = modeFor(reach, body);
    const isAllowed = mode === 'write' || (mode === 'propose' && !isDirect);
    if (!isAllowed) refuseAgent(project, body.environment ?? undefined, mode);
  }
}

/** The limit of the agent where the event takes effect, and whether it takes effect at once. */
function modeFor(reach: AgentReach, body: DraftEvent['body']): { readonly mode: AgentMode; readonly isDirect: boolean } {
  const verdict = verdictOn(body);
  if (verdict === 'segment') return { mode: 'none', isDirect: true };
  if (verdict === 'project') return { mode: reach.everywhere, isDirect: true };
  return { mode: body.environment === null ? reach.somewhere : reach.modeIn(body.environment), isDirect: verdict === 'environment' };
}

function judgeOf(context: Context): Judge | null {
  const { given } = context.slot(approvalsHere);
  if (given) return approvedJudge(context, given);
  if (!context.directWrite) return null;
  return {
    scope: (by, where) => refuseProtected(context, by, where),
    uses: (segment, affected) => {
      if (!affected.every(({ project, environment }) => maySkip(context, { project, environment }))) throw needsRequest(segment, affected);
      skipIn(context, affected);
    },
  };
}

function approvedJudge({ em }: Context, given: readonly Scope[]): Judge {
  const approved = new Set(given.map(keyOf));
  const refuse = (rows: readonly ProtectedEnvironment[]) => {
    const missing = rows.find((row) => !approved.has(keyOf(row)));
    if (missing) throw notApproved(missing);
  };
  const judged = new Map<string, Promise<void>>();
  return {
    scope: (by, { project, environment }) => {
      const where = by === 'environment' ? { project, environment } : { project };
      return judged.getOrInsertComputed(JSON.stringify(where), async () => refuse(await em.find(ProtectedEnvironment, where)));
    },
    uses: (_segment, affected) => refuse(affected),
  };
}

const keyOf = ({ project, environment }: Scope): string => compositeKey(project, environment);

const notApproved = ({ project, environment }: ProtectedEnvironment): Failure =>
  new Failure(
    'ConflictError',
    `Environment ${environment} of project ${project} requires change requests since the approval. Review the changes again.`,
    { extra: { effectsChanged: true } },
  );

async function judgeEvent(context: Context, judge: Judge, body: DraftEvent['body']): Promise<void> {
  const verdict = verdictOn(body);
  if (verdict === 'segment') return judgeSegment(context, judge, body);
  if (typeof verdict !== 'string') return;
  await judge.scope(verdict, { project: body.project ?? '', environment: body.environment ?? '' });
}

/** A segment of a project belongs to all its environments. A global one takes effect where strategies use it, also those of milestones to come. */
async function judgeSegment({ em }: Context, judge: Judge, { data, preData }: DraftEvent['body']): Promise<void> {
  const segments = ([preData, data] as (EventSegment | null)[]).filter((segment) => segment !== null);
  for (const { project } of segments) if (project) await judge.scope('project', { project, environment: '' });
  const [segment] = segments;
  if (!segment || segments.every(({ project }) => project)) return;
  judge.uses(segment, await protectedUsesOf({ em }, segment.id));
}

interface EventSegment {
  readonly id: number;
  readonly name: string;
  readonly project?: string | null;
}

/** Contains no names of projects, because the caller may not see all of them. */
function needsRequest({ name }: EventSegment, affected: readonly ProtectedEnvironment[]): Failure {
  const projects = new Set(affected.map(({ project }) => project)).size;
  const uses = `${affected.length} protected environment${affected.length === 1 ? '' : 's'} of ${projects} project${projects === 1 ? '' : 's'}`;
  return new Failure(
    'NoAccessError',
    `The segment ${name} is used in ${uses}, so a change of it requires a change request. To change it directly, you need the permission ${skip} in each.`,
    { extra: { permissions: [skip] } },
  );
}
