import { deepEqual, ok } from 'node:assert/strict';
import { usesOf } from './uses-of-token.ts';

const origin = 'https://flags.example';

describe('the usage of a token', () => {
  const cases = [
    ['client', '/api/client/features', 'unleash-client'],
    ['frontend', '/api/frontend', 'unleash-proxy-client'],
  ] as const;
  for (const [type, path, library] of cases) {
    it(`is shown for a ${type} token in the shell and in a program`, () => {
      const [curl, snippet] = usesOf({ type, secret: 's' }, origin);
      deepEqual(curl?.text, `curl -H 'Authorization: s' \\\n  ${origin}${path}`);
      ok(snippet?.text.includes(`'${library}'`) && snippet.text.includes(`'s'`));
    });
  }
  it('is shown for an admin token in the shell only', () => {
    deepEqual(
      usesOf({ type: 'admin', secret: 's' }, origin).map(({ text }) => text),
      [`curl -H 'Authorization: s' \\\n  ${origin}/api/admin/projects`],
    );
  });
});
