import { plainText, route, StreamedReply } from '@signalbox/kit';
import { Type } from 'typebox';
import { findList, readIdsOf } from './segment-list.ts';

const listParams = Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) });

export const downloadListRoute = route(
  {
    method: 'get',
    path: '/api/admin/segment-lists/:hash',
    summary: 'Download a list of ids, one per line, sorted by bytes',
    // Segments show their values to all users too, and the hash is only in segments.
    permission: 'authenticated',
    params: listParams,
    answers: { 200: plainText },
    failures: ['NotFoundError'],
  },
  async ({ params: { hash } }, { em }) => {
    await findList(em, hash);
    return new StreamedReply(readIdsOf(em, hash), { 'content-type': 'text/plain; charset=utf-8' });
  },
);
