import { equal, match } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { curlOf } from './curl.ts';

const hostile = `it's "$(id)" \`id\` <b> ☃`;

describe('a request as curl', () => {
  const Native = globalThis.Request;
  before(() => {
    globalThis.Request = class extends Native {
      constructor(url: string, init?: RequestInit) {
        super(new URL(url, 'https://toggles.example'), init);
      }
    } as typeof Request;
  });
  after(() => {
    globalThis.Request = Native;
  });

  it('has method, address and a placeholder for the token', async () => {
    const path = { projectId: 'shop', featureName: 'express-pay', environment: 'production' };
    equal(
      await curlOf({ name: 'POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/off', input: { path } }),
      `curl -X POST -H "Authorization: $TOKEN" 'https://toggles.example/api/admin/projects/shop/features/express-pay/environments/production/off'`,
    );
    equal(
      await curlOf({ name: 'GET /api/admin/search', input: { query: { q: 'a b' } } }),
      `curl -H "Authorization: $TOKEN" 'https://toggles.example/api/admin/search?q=a+b'`,
    );
  });

  it('has the version that it overwrites, and the reason', async () => {
    const input = { path: { id: 1 }, body: { name: 'beta', constraints: [] }, ifMatch: '"a"', reason: 'a drill' };
    const line = await curlOf({ name: 'PUT /api/admin/segments/{id}', input });
    match(line, /^curl -X PUT -H "Authorization: \$TOKEN" -H 'if-match: "a"' -H 'x-change-reason: UTF-8'\\'''\\''a%20drill' -H /);
  });

  it('quotes each text as one shell word', async () => {
    const line = await curlOf({
      name: 'POST /api/admin/projects/{projectId}/stale',
      input: { path: { projectId: hostile }, body: { features: [hostile], stale: true } },
    });
    const words = execFileSync('sh', ['-c', line.replace(/^curl/, 'printf "%s\\n"')], { env: { TOKEN: 'secret' } })
      .toString()
      .split('\n');
    equal(words[6], '-d');
    equal(words[7], JSON.stringify({ features: [hostile], stale: true }));
    equal(decodeURIComponent(String(words[8])), `https://toggles.example/api/admin/projects/${hostile}/stale`);
  });
});
