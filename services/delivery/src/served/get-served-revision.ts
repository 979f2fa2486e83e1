import { DateTime } from '@signalbox/contracts';
import { fastRoute } from '@signalbox/kit';
import { Type } from 'typebox';
import { callerOf, type CallerParts } from '../token/caller.ts';

export interface ServedParts extends CallerParts {
  /** Time since which this process serves its current revision. */
  readonly servedSince: () => Date;
}

/** A single number for all environments reveals nothing about their content, so any credential suffices. */
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
