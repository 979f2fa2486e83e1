import { compareTexts, type DraftEvent, type EntityManager } from '@signalbox/kit';
import { compositeKey, mergeRows } from '@signalbox/table';
import { eachChunk } from '../database/in-chunks.ts';
import { changesFeature } from './changes-feature.ts';

/** Records which users changed which features, with their user names at that time. API tokens are not users. */
export async function noteCollaborators(em: EntityManager, events: readonly DraftEvent[]): Promise<void> {
  const deleted = new Set(events.flatMap(({ body }) => (body.type === 'feature-deleted' ? [body.featureName] : [])));
  const rows = new Map<string, { feature_name: string; user_id: number; user_name: string; changed_at: number }>();
  for (const { body } of events) {
    if (!changesFeature(body)) continue;
    const { featureName, createdByUserId } = body;
    if (createdByUserId === null || deleted.has(featureName)) continue;
    const changedAt = Date.parse(body.createdAt);
    const row = { feature_name: featureName, user_id: createdByUserId, user_name: body.createdBy, changed_at: changedAt };
    rows.set(compositeKey(featureName, createdByUserId), row);
  }
  const sorted = [...rows].toSorted(([left], [right]) => compareTexts(left, right)).map(([, row]) => row);
  const rule = { key: ['feature_name', 'user_id'], merge: { user_name: 'replace', changed_at: 'max' } } as const;
  await eachChunk(sorted, (chunk) => mergeRows(em, 'feature_collaborator', rule, chunk));
}
