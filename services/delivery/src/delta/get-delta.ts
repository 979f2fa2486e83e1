import { empty, fastRoute } from '@signalbox/kit';
import { ClientEvents } from '../feature/client-feature.schema.ts';
import { segmentsApart } from '../feature/feature-query.ts';
import { bodyOf, clientRead, type FeatureParts } from '../feature/get-features.ts';
import { callerOf } from '../token/caller.ts';
import type { History } from './history.ts';
import { formatSince } from './write-delta.ts';

export interface DeltaParts extends FeatureParts {
  readonly history: History;
}

const headers = { vary: 'Accept-Encoding, Authorization, Cookie' };

export const getDeltaRoute = fastRoute(
  {
    ...clientRead,
    path: '/api/client/delta',
    summary: 'Get the changes since the revision in If-None-Match',
    answers: { 200: ClientEvents, 304: empty },
  },
  async (call, parts: DeltaParts) => {
    const query = parts.queries.of(await callerOf(call, parts), call, segmentsApart);
    const { view } = parts.replica;
    const revision = view.scopeRevision(query.environment, query.projects);
    const format = formatSince(parts.history, query, revisionIn(call.header('if-none-match')));
    return { headers, etag: `"${revision}"`, ...bodyOf(call, parts.bodies, { format, view, query, revision }) };
  },
);

/** The revision of an SDK, from its ETag or last event id; undefined for anything else. */
export function revisionIn(text: string | undefined): number | undefined {
  const [, digits] = /^\s*(?:W\/)?"?(\d{1,15})"?\s*$/.exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}
