import { deepEqual, rejects } from 'node:assert/strict';
import type { UpstreamRequest } from '../upstream/upstream.ts';
import { validateUpstream } from './validate-upstream.ts';

const secretOf = (index: number) => `default:development.${index}`;

/** An upstream with this response. It notes the secrets of each request. */
function upstreamOf(respond: (secrets: readonly string[]) => object, status = 200) {
  const requests: (readonly string[])[] = [];
  const send = async ({ body = '' }: UpstreamRequest) => {
    const { tokens } = JSON.parse(body) as { tokens: readonly string[] };
    requests.push(tokens);
    return { status, headers: {}, text: JSON.stringify(respond(tokens)) };
  };
  return { send, requests };
}

describe('the validation of tokens', () => {
  const valid = (secrets: readonly string[]) => ({ tokens: secrets.map((token) => ({ token, type: 'client' })) });

  it('sends as many at once as upstreams accept', async () => {
    const upstream = upstreamOf(valid);
    const secrets = Array.from({ length: 250 }, (_, index) => secretOf(index));
    deepEqual([...(await validateUpstream(upstream, secrets)).keys()], secrets);
    deepEqual(
      upstream.requests.map(({ length }) => length),
      [100, 100, 50],
    );
  });

  it('reaches the upstream even without any', async () => {
    const upstream = upstreamOf(valid);
    await validateUpstream(upstream, []);
    deepEqual(upstream.requests, [[]]);
  });

  it('ignores tokens that were not sent', async () => {
    const upstream = upstreamOf(() => valid([secretOf(1), secretOf(2)]));
    deepEqual([...(await validateUpstream(upstream, [secretOf(2)])).keys()], [secretOf(2)]);
  });

  it('fails for any other response, which would revoke all tokens', async () => {
    await rejects(
      validateUpstream(
        upstreamOf(() => ({})),
        [secretOf(1)],
      ),
      /no list of tokens/,
    );
    await rejects(validateUpstream(upstreamOf(valid, 404), [secretOf(1)]), /answered 404/);
  });
});
