import { equal, throws } from 'node:assert/strict';
import { escape } from 'mysql2';
import { fillStatement } from './fill-statement.ts';

describe('filling in a statement', () => {
  it('escapes quotes and backslashes of texts, and nothing else', () => {
    equal(fillStatement('select ?', [String.raw`it's "a\b"?`]), String.raw`select 'it\'s "a\\b"?'`);
  });

  it('leaves question marks of literals, names, comments and values', () => {
    const sql = "select '?', `?`, ? /* ? */, ?";
    for (const round of [1, 2]) equal(fillStatement(sql, ['?', round]), `select '?', \`?\`, '?' /* ? */, ${round}`);
  });

  it('writes other values as the client does', () => {
    for (const value of [null, 0, -1.5, 12345678901234567890n, true, new Date(0), Buffer.from([0, 255])])
      equal(fillStatement('?', [value]), escape(value, false, 'Z'));
  });

  it('leaves a statement without values as it is, and refuses a different number of values', () => {
    equal(fillStatement("select '?' like ?"), "select '?' like ?");
    throws(() => fillStatement('select ?', [1, 2]), /1 placeholders for 2 values/);
  });
});
