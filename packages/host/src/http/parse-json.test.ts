import { deepEqual, equal, rejects } from 'node:assert/strict';
import { parseJson } from './parse-json.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const parse = (text: string) => parseJson(Buffer.from(text));

describe('the JSON of a body', () => {
  it('is parsed without a byte order mark, and may be empty', async () => {
    deepEqual(await parse('\ufeff{"ü":[1,null]}'), { ü: [1, null] });
    deepEqual(await parse(''), {});
    equal(await parse('"text"'), 'text');
  });

  it('is refused if it is not JSON or not UTF-8', async () => {
    await rejects(parse('{"a":'), { status: 400, type: 'entity.parse.failed' });
    await rejects(parseJson(Buffer.from([0x22, 0xff, 0x22])), { status: 400, message: 'The body is not valid UTF-8.' });
  });

  it('has at most 50 levels of nesting', async () => {
    await parse(nested(50));
    await rejects(parse(nested(51)), /more than 50 levels deep/);
    await rejects(parse('{"a":'.repeat(51)), /more than 50 levels deep/);
  });

  it('has levels of open brackets outside of strings only', async () => {
    await parse(`[${'[],'.repeat(1000)}[]]`);
    await parse(`[${'{},'.repeat(1000)}{}]`);
    await parse(JSON.stringify({ text: '[{"'.repeat(100), 'back\\slash"': '[' }));
    await rejects(parse(`["\\\\",${nested(60)}]`), /more than 50 levels deep/);
  });

  it('lets other work run between the steps of a large text', async () => {
    const seen: string[] = [];
    const parsing = parse(JSON.stringify('x'.repeat(300_000))).then(() => seen.push('parsed'));
    setImmediate(() => seen.push('other work'));
    await parsing;
    deepEqual(seen, ['other work', 'parsed']);
  });
});
