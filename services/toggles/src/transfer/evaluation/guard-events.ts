import { changeKindOf, Failure } from '@signalbox/contracts';
import type { Context, DraftEvent } from '@signalbox/kit';
import { protectedUsesOf } from '../../feature/segment/users-of-segment.ts';
import type { ProtectedEnvironment } from '../../project/protection/protected-environment.ts';
import { maySkip, publishBypass, refuseProtected, skip, skipIn } from '../../project/protection/refuse-protected.ts';

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
  'environment-deleted': { because: 'only administrators delete environments' },
};

/** The verdict on events of this type and content. */
export function verdictOn(event: Pick<DraftEvent['body'], 'type' | 'data' | 'preData'>): Verdict {
  const kind = changeKindOf(event);
  if (kind?.of === 'environment') return { because: 'weaker protection has a rule of its own' };
  if (kind) return kind.of === 'segment' ? 'segment' : kind.scope;
  if (event.type.startsWith('drop-') || event.type.endsWith('-import')) return byAdministrator;
  return others[event.type] ?? { because: 'it changes nothing that applications receive' };
}

/**
 * Judges a unit of work by its events before it commits, whatever route or function made them. A direct write needs, wherever one of its
 * events takes effect, what `refuseProtected` requires. A bypass is recorded ahead of the other events.
 */
export async function guardEvents(context: Context, events: DraftEvent[]): Promise<void> {
  for (const { body } of context.directWrite ? events : []) await judge(context, body);
  publishBypass(context, events);
}

async function judge(context: Context, body: DraftEvent['body']): Promise<void> {
  const verdict = verdictOn(body);
  if (verdict === 'segment') return judgeSegment(context, body);
  if (typeof verdict !== 'string') return;
  await refuseProtected(context, verdict, { project: body.project ?? '', environment: body.environment ?? '' });
}

/** A segment of a project belongs to all its environments. A global one takes effect where strategies use it, also those of milestones to come. */
async function judgeSegment(context: Context, { data, preData }: DraftEvent['body']): Promise<void> {
  const segments = ([preData, data] as (EventSegment | null)[]).filter((segment) => segment !== null);
  for (const { project } of segments) if (project) await refuseProtected(context, 'project', { project, environment: '' });
  const [segment] = segments;
  if (!segment || segments.every(({ project }) => project)) return;
  const affected = await protectedUsesOf(context, segment.id);
  if (!affected.every((row) => maySkip(context, { project: row.project, environment: row.environment })))
    throw needsRequest(segment, affected);
  skipIn(context, affected);
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
