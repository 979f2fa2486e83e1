import type { Format } from '../feature/write-features.ts';
import type { StreamPosition } from '../stream/streams.ts';

/** The validator of the flags at a revision, which providers send back as `flagConfigEtag`. */
const etagOf = (revision: number): string => `"${revision}"`;

/**
 * The notice to evaluate again (OFREP, ADR 0008). A provider that connects may have missed changes, so it gets one as well, unless its last
 * event was the current one.
 */
export const refetchEvent = ({ since, revision }: StreamPosition): Format => (since === revision ? currentFormat : refetchFormat);

const refetchFormat: Format = {
  name: 'refetch',
  write: async (_view, _query, revision) => [
    `event: message\nid: ${revision}\ndata: ${JSON.stringify({ type: 'refetchEvaluation', etag: etagOf(revision) })}\n\n`,
  ],
};

/** A comment, so that the reader sees that the stream is open. */
const currentFormat: Format = { name: 'current', write: async () => [':\n\n'] };
