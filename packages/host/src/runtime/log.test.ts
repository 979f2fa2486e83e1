import { deepEqual, equal, match } from 'node:assert/strict';
import { openLog, withoutSecrets } from './log.ts';

describe('a path in the log', () => {
  it('omits the random part of a token', () => {
    equal(withoutSecrets(`/api/admin/api-tokens/default:development.${'0aF9'.repeat(14)}`), '/api/admin/api-tokens/default:development.…');
    equal(withoutSecrets(`/api/admin/api-tokens/*%3A*.${'ab'.repeat(28)}/x`), '/api/admin/api-tokens/*%3A*.…/x');
  });

  it('contains names and ids', () => {
    const path = '/api/admin/projects/default/features/checkout.v2/strategies/019e9988-3adc-77bc-9bfc-faea2c3d998d';
    equal(withoutSecrets(path), path);
  });
});

describe('a log line', () => {
  it('contains the common fields, such as its trace', () => {
    const lines: string[] = [];
    const log = openLog('warn', { write: (line: string) => void lines.push(line) }, () => ({ traceId: 'abc' }));
    log.warn({ requestId: 'def' }, 'something happened');
    const { level, traceId, requestId, msg } = JSON.parse(lines[0] ?? '');
    deepEqual([level, traceId, requestId, msg], ['warn', 'abc', 'def', 'something happened']);
  });
});

describe('a log line with control characters', () => {
  it('escapes them and keeps their values', () => {
    const lines: string[] = [];
    const name = '\u001b[2K\u009b1A\u202eniarb\u007f';
    openLog('warn', { write: (line: string) => void lines.push(line) }).warn({ name }, 'renamed');
    const [line = ''] = lines;
    match(line, /^[\u0020-\u007e]+\n$/);
    equal(JSON.parse(line).name, name);
  });
});

describe('an error in the log', () => {
  const lines: string[] = [];
  const log = openLog('warn', { write: (line: string) => void lines.push(line) });
  const logged = (error: unknown): Record<string, string> => {
    log.error({ err: error }, 'it failed');
    return JSON.parse(lines.pop() ?? '').err;
  };

  it('contains type, message, code and stack', () => {
    const { type, message, stack, code } = logged(Object.assign(new TypeError('no such thing'), { code: 'ENOENT' }));
    deepEqual([type, message, code], ['TypeError', 'no such thing', 'ENOENT']);
    match(stack ?? '', /log\.test\.ts/);
  });

  it('contains no values: no statement, no entity, and nothing long and hexadecimal', () => {
    const ofDriver = Object.assign(new Error('Data too long'), { code: 'ER_DATA_TOO_LONG', sql: "insert into user values ('hunter2')" });
    const ofOrm = new Error(`Value for User.name is required\nentity: User {\n  password: 'hunter2',\n  name: null\n}`);
    const ofHash = new Error(`Duplicate entry '${'0aF9'.repeat(16)}'`);
    for (const error of [ofDriver, ofOrm, ofHash]) {
      const text = JSON.stringify(logged(error));
      equal(text.includes('hunter2') || text.includes('0aF9'), false, text);
    }
    equal(logged(ofOrm)['message'], 'Value for User.name is required');
  });

  it('may lack a stack, or be no error at all', () => {
    const bare = new Error('gone');
    delete bare.stack;
    equal(logged(bare)['message'], 'gone');
    equal(logged('gone')['message'], 'gone');
  });
});
