import { DateTime } from '@signalbox/contracts';
import { fastRoute } from '@signalbox/kit';
import { Type } from 'typebox';
import { callerOf, type CallerParts } from '../token/caller.ts';

export interface ServedParts extends CallerParts {
  /** Since when this process serves the revision that it has. */
  readonly servedSince: () => Date;
}

/** One number for all environments, which says nothing of what is in them: it needs no more than a credential. */
export const getServedRevisionRoute = fastRoute(
  {
    method: 'get',
    path: '/api/admin/delivery/revision',
    summary: 'Get the revision served to applications and its time; with If-Min-Revision, wait for that revision',
    permission: 'CLIENT',
    usersToo: true,
    answers: { 200: Type.Object({ revision: Type.Integer(), since: DateTime }) },
    failures: ['BadRequestError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, parts: ServedParts) => {
    await callerOf(call, parts);
    return { json: JSON.stringify({ revision: parts.replica.view.revision, since: parts.servedSince() }) };
  },
);
