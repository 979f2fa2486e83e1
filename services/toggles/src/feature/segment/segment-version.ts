import { createHash } from 'node:crypto';
import { Failure } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { serializeSegment } from './segment.schema.ts';
import type { Segment } from './segment.ts';

/** The version of a segment on the wire, in `ETag` and `If-Match`: a hash of its content. */
export const segmentEtag = (segment: Segment): string =>
  `"${createHash('sha256')
    .update(JSON.stringify(serializeSegment(segment)))
    .digest('base64url')}"`;

/** Throws 412 if `If-Match` names another version of the segment. */
export function refuseChangedSegment({ ifMatch }: Pick<Context, 'ifMatch'>, segment: Segment): void {
  if (ifMatch === null) return;
  const expected = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (expected.includes('*') || expected.includes(segmentEtag(segment))) return;
  throw new Failure('PreconditionFailedError', `The segment ${segment.name} has changed. Read it again and retry.`);
}
