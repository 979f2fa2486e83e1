import { Failure } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { readStopToken } from './stop-link.ts';
import { unwatch } from './unwatch-feature.ts';

export const stopWatchingRoute = route(
  {
    method: 'post',
    path: '/stop-watching',
    summary: 'Stop watching a feature through the link of a mail, without a login (RFC 8058); ignores the body',
    permission: 'public',
    query: Type.Object({ token: Type.String({ maxLength: 1000 }) }),
    answers: { 200: Type.Object({ feature: Type.String() }) },
    failures: ['BadDataError'],
    events: { none: 'because it concerns only the user' },
  },
  ({ query }, context) => stopWatching(context, query.token),
);

/** Only POST stops a watch: scanners of mail follow links with GET, and get a page of the console with a button. */
async function stopWatching({ em, now }: Context, token: string): Promise<{ feature: string }> {
  const watch = await readStopToken(em, token, now());
  if (!watch) throw new Failure('BadDataError', 'This link is invalid or has expired. Log in to stop watching.', { path: 'token' });
  await unwatch(em, watch.userId, watch.feature);
  return { feature: watch.feature };
}
