import { equal, rejects } from 'node:assert/strict';
import { migrateUrl } from './migrate-url.ts';

describe('a step of a migration', () => {
  const plan = (fetch: () => Promise<Response>) =>
    migrateUrl({
      step: 'plan',
      source: { url: 'http://unleash.example', token: 'token', fetch },
      target: { url: 'http://signalbox.example', token: '' },
      contexts: 1,
      report: () => undefined,
    });

  it('explains that the source is no Unleash', async () => {
    for (const body of [{ tokens: { length: 1 } }, [], null, 'welcome', { tokens: [], projects: [{}] }])
      await rejects(
        plan(async () => Response.json(body)),
        { message: /^The source returned data that no supported version of Unleash returns. Check its address. \(.+\)$/ },
      );
  });

  it('ends at once when the source responds too slowly', async () => {
    let requests = 0;
    const late = async () => {
      requests += 1;
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    };
    await rejects(plan(late), { message: /^GET http:.* failed with 408: The response did not arrive within the time limit\.$/ });
    const slowly = async () => new Response(new ReadableStream({ pull: late }));
    await rejects(plan(slowly), { message: /failed with 408/ });
    equal(requests, 2);
  });
});
