import { Failure, featureStrategyAdd, featureStrategyUpdate, type Constraint, segmentUpdated } from '@signalbox/contracts';
import type { Context, DraftEvent } from '@signalbox/kit';
import { type FeatureUse, readLocalApplications } from '../../feature/list/local-applications.ts';
import { readLongLists } from '../../feature/list/segment-list.ts';
import { readUsesOfSegment } from '../../feature/segment/users-of-segment.ts';
import { readSegmentStates } from './segment-state.ts';

/**
 * Refuses direct writes that make features use a list which only servers evaluate, although applications evaluate them locally and would
 * lose them. A reason forces the write. Change requests were approved by users who saw the list.
 */
export async function refuseServerOnly(context: Context, events: readonly DraftEvent[]): Promise<void> {
  if (context.directWrite?.reason !== null) return;
  const uses = [...(await newlyLong(context, events)), ...(await newlyUsing(context, events))];
  const applications = await readLocalApplications(context, uses);
  if (applications.length === 0) return;
  const seen = new Set(uses.flatMap(({ feature, project }) => (context.access.sees(context.actor, project) ? [feature] : [])));
  const visible = applications.filter(({ feature }) => seen.has(feature));
  const names = visible.slice(0, shown).map(({ appName, environment, feature }) => `${appName} (${feature} in ${environment})`);
  throw new Failure(
    'NoAccessError',
    `The list is too long for SDKs. ${applications.length} uses by applications that evaluate locally would return the fallback in their code: ${names.join(', ') || 'in projects that you cannot see'}. To force the change, give a reason in the header X-Change-Reason.`,
    { extra: { permissions: [], applications: visible } },
  );
}

const shown = 10;

interface VisibleUse extends FeatureUse {
  readonly project: string;
}

interface Content {
  readonly id: number;
  readonly constraints: readonly Constraint[];
}

/** Uses of segments whose list has become too long for SDKs. */
async function newlyLong(context: Context, events: readonly DraftEvent[]): Promise<VisibleUse[]> {
  const uses: VisibleUse[] = [];
  for (const { body } of events) {
    if (body.type !== segmentUpdated.type) continue;
    const [after, before] = [body.data as Content, body.preData as Content];
    if ((await readLongLists(context, [after])).size === 0 || (await readLongLists(context, [before])).size > 0) continue;
    uses.push(...(await readUsesOfSegment(context.em, after.id)));
  }
  return uses;
}

interface Used {
  readonly segments?: readonly number[];
}

/** Strategies that begin to use such a segment. */
async function newlyUsing(context: Context, events: readonly DraftEvent[]): Promise<VisibleUse[]> {
  const added = events.flatMap(({ body }) => {
    if (body.type !== featureStrategyAdd.type && body.type !== featureStrategyUpdate.type) return [];
    const before = new Set((body.preData as Used | null)?.segments ?? []);
    const segments = ((body.data as Used | null)?.segments ?? []).filter((id) => !before.has(id));
    return segments.map((segment) => ({
      segment,
      feature: body.featureName ?? '',
      environment: body.environment ?? '',
      project: body.project ?? '',
    }));
  });
  if (added.length === 0) return [];
  const states = await readSegmentStates(context, [...new Set(added.map(({ segment }) => segment))]);
  const long = new Set(states.flatMap(({ id, serverOnly }) => (serverOnly ? [id] : [])));
  return added.filter(({ segment }) => long.has(segment));
}
