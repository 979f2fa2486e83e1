import { deepEqual, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, lintApi, undecided } from './judge-api.ts';

const list = { type: 'array' };
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const document = {
  openapi: '3.1.0',
  info: { title: 'Planted', version: '1' },
  paths: {
    '/things': {
      post: {
        requestBody: body({ $ref: '#/components/schemas/Sent' }),
        responses: { 200: body({ $ref: '#/components/schemas/Returned' }) },
      },
    },
  },
  components: { schemas: { Sent: { type: 'object', properties: { names: list } }, Returned: list } },
};
const found = (...path: string[]): Finding => ({ code: 'limit', message: 'is missing', path });
const sent = found('components', 'schemas', 'Sent', 'properties', 'names');
const returned = found('components', 'schemas', 'Returned');
const reason = 'because';

describe('the judge of the API document', () => {
  it('lists findings without a decision', () => {
    const inline = found('paths', '/things', 'post', 'requestBody', 'content', 'application/json', 'schema', 'items');
    deepEqual(undecided(document, [sent, returned, inline], [{ rule: 'limit', at: 'responses', reason }]), [
      'limit at Sent.names: is missing',
      'limit at POST /things items: is missing',
    ]);
    deepEqual(undecided(document, [sent, returned], [{ rule: 'limit', at: /Sent\.names$/, reason }]), ['limit at Returned: is missing']);
    deepEqual(undecided(document, [sent, returned], [{ rule: 'limit', at: 'everywhere', reason }]), []);
  });

  it('lists decisions without a finding', () => {
    const [first, second] = [
      { rule: 'limit', at: 'everywhere', reason },
      { rule: 'contact', at: 'everywhere', reason },
    ] as const;
    deepEqual(undecided(document, [sent], [first, second]), ['contact is decided otherwise at everywhere, where it has no finding']);
    deepEqual(undecided(document, [sent], [{ rule: 'limit', at: 'responses', reason }]), [
      'limit at Sent.names: is missing',
      'limit is decided otherwise at responses, where it has no finding',
    ]);
  });

  it('finds planted violations of both rulesets', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-judge-'));
    try {
      const file = join(folder, 'planted.json');
      writeFileSync(file, JSON.stringify(document));
      const rules = new Set((await lintApi(file, new AbortController().signal)).map(({ code }) => code));
      for (const rule of ['array-items', 'info-contact', 'owasp:api4:2023-array-limit']) ok(rules.has(rule), rule);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
