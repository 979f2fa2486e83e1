import {
  type Envelope,
  eventPhrase,
  featureCommentAdded,
  featureDeleted,
  featureOwnerUpdated,
  safeguardTriggered,
} from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';
import { User, usersOnly } from '../user/user.ts';
import { Watch } from '../tables/mail.ts';
import { authorIn } from './author-in.ts';
import { notify } from './notify.ts';

type ChangeEvent = Envelope['data'] & { readonly featureName: string };

/** The features of a batch of changes that users watch, or will watch as owners. Changes of others have no effect. */
export async function watchedIn(em: EntityManager, changes: readonly Envelope[]): Promise<ReadonlySet<string | null>> {
  const names = [...new Set(changes.flatMap(({ data }) => data.featureName ?? []))];
  const owned = changes.flatMap(({ data }) => (data.type === featureOwnerUpdated.type ? [data.featureName] : []));
  const watches = tablesOf(em).selectFrom('watch').where('feature_name', 'in', names).select('feature_name').distinct();
  const watched = names.length === 0 ? [] : await watches.execute();
  return new Set([...owned, ...watched.map(({ feature_name }) => feature_name)]);
}

/** Notifies the users who watch a changed feature. The owner watches it from the change of the owner, if the owner is a user. */
export async function onFeatureChanged(context: Context, { id, data: event }: Envelope): Promise<void> {
  const { type, featureName } = event;
  if (featureName === null) return;
  const change = { ...event, featureName };
  const owner = type === featureOwnerUpdated.type ? ownerIn(event.data) : undefined;
  if (owner) await watchAsOwner(context, featureName, owner);
  await noteChange(context, change, id);
  if (owner !== undefined)
    await context.em.nativeDelete(Watch, { featureName, asOwner: true, ...(owner !== null && { userId: { $ne: owner } }) });
  if (type === featureDeleted.type) await context.em.nativeDelete(Watch, { featureName });
}

/** The id of the new owner, or null. */
const ownerIn = (data: unknown): number | null => (data as { readonly owner: { readonly id: number } | null }).owner?.id ?? null;

/** An existing watch stays, so that it outlives the ownership. */
async function watchAsOwner({ em, now }: Context, featureName: string, userId: number): Promise<void> {
  if (!(await em.findOne(User, { id: userId, ...usersOnly })) || (await em.findOne(Watch, { userId, featureName }))) return;
  em.create(Watch, { userId, featureName, asOwner: true, createdAt: now() });
  await em.flush();
}

/** Users are not notified of their own changes, but of those of their agents. */
async function noteChange(context: Context, event: ChangeEvent, eventId: string): Promise<void> {
  const { featureName, createdByUserId, createdAt: at, type, data, via } = event;
  const change = {
    project: event.project ?? '',
    feature: featureName,
    by: authorIn(event),
    phrase: eventPhrase(event),
    ...(type === featureCommentAdded.type && { comment: (data as { readonly text: string }).text }),
    at,
  };
  const watches = await context.em.find(Watch, { featureName });
  const others = watches.filter(({ userId }) => via || userId !== createdByUserId);
  const notices = new Map(others.map(({ userId, asOwner }) => [userId, { ...change, asOwner }]));
  await notify(context, { eventId, kind: type === safeguardTriggered.type ? 'safeguard' : 'watched', notices });
}
