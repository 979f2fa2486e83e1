import { readCounter } from '@signalbox/store';
import { eventually } from '@signalbox/testing';
import { openStream } from '../delivery/event-stream.fixture.ts';
import type { World } from './world.ts';

/** Responses that applications of production receive, by reader. */
export type Received = Readonly<Record<string, string>>;

/** The applications of production of the protected project. */
export interface Applications {
  /** Everything that they receive once all writes have arrived. */
  receive(): Promise<Received>;
  /** True if what they receive has moved since `receive`, for one request. */
  haveMoved(): Promise<boolean>;
  close(): void;
}

const context = 'userId=7&sessionId=7&appName=till';

export async function openApplications({ app, tokens }: World): Promise<Applications> {
  const server = app.with({ authorization: tokens.client });
  const page = app.with({ authorization: tokens.frontend });
  const stream = await eventually(() => openStream(app.url, { authorization: tokens.client }));
  let etag = '';
  // A reader may still show an earlier snapshot.
  const arrived = async () => String((await app.store('toggles').transaction(readCounter)).revision);
  const reached = (revision: number) =>
    eventually(() => {
      if ((stream.events.at(-1)?.id ?? 0) < revision) throw new Error(`the stream has not sent revision ${revision} yet`);
    });
  const features = async (headers: Record<string, string>) =>
    eventually(async () => {
      const answer = await server.get('/api/client/features', { headers: { ...headers, 'if-min-revision': await arrived() } });
      if (answer.status >= 500) throw new Error(`an application is answered ${answer.status}`);
      return answer;
    });
  return {
    async receive() {
      const { status, headers, body } = await features({});
      etag = String(headers['etag']);
      if (status !== 200) return { 'client features': `${status} ${JSON.stringify(body)}` };
      await reached(body.meta.revisionId);
      const names = body.features.map(({ name }: { name: string }) => name) as string[];
      const evaluated = async (path: string, key = '') =>
        (await page.post(`/ofrep/v1/evaluate/flags${path}${key}`, { context: { targetingKey: '7', appName: 'till' } })).body;
      const all = {
        'client features': body,
        delta: (await server.get('/api/client/delta')).body,
        frontend: (await page.get(`/api/frontend?${context}`)).body,
        'OFREP, all features': await evaluated(''),
        'OFREP, one feature': await evaluated('/', names.at(-1)),
        'stream of changes': stream.events.map(({ id }) => id),
      };
      return Object.fromEntries(Object.entries(all).map(([name, answer]) => [name, JSON.stringify(answer)]));
    },
    async haveMoved() {
      return (await features({ 'if-none-match': etag })).status !== 304;
    },
    close: () => stream.close(),
  };
}
