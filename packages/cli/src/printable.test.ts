import { equal } from 'node:assert/strict';
import { type Format, formats, render } from './output/render.ts';
import { shielded } from './base/terminal.ts';

const hostile = 'red\u001b[1A\u001b[2K\u001b]52;c;cm0=\u0007\u009b2J\u202egnol\u2066\u007f\rover';
const inert = /^(?:[\t\n]|[^\p{Cc}\p{Bidi_Control}])*$/u;

describe('output of the command line', () => {
  /** The output of an answer on a terminal. */
  async function shown(format: Format, more: object = {}): Promise<string> {
    const written: string[] = [];
    const stream = shielded({ isTTY: true, write: (text) => written.push(text) });
    stream.write(await render({ data: { name: hostile }, ...more }, format));
    return written.join('');
  }

  for (const format of formats)
    it(`escapes control characters in ${format}`, async () => {
      for (const more of [{}, { text: hostile, markdown: hostile }, { table: { titles: ['name'], rows: [[hostile]] } }]) {
        const text = await shown(format, more);
        equal(inert.test(text), true, JSON.stringify(text));
      }
    });

  it('keeps the values in JSON', async () => equal(JSON.parse(await shown('json')).name, hostile));

  it('escapes control characters of tables for pagers too', async () => {
    const table = await render({ data: null, table: { titles: [], rows: [['\u001b[2K', 'a\tb\u0007']] } }, 'table');
    equal(table, '\\u001b[2K  a b\\u0007\n');
  });

  it('keeps the colors of the command line, line breaks and tabs', () => {
    const written: string[] = [];
    shielded({ isTTY: true, write: (text) => written.push(text) }).write('\u001b[32m+ a\u001b[39m\r\n\tb\u001b[8m\n');
    equal(written.join(''), '\u001b[32m+ a\u001b[39m\r\n\tb\\u001b[8m\n');
  });

  it('is what was sent, byte for byte, in files and pipes', () => {
    const written: string[] = [];
    shielded({ isTTY: false, write: (text) => written.push(text) }).write(hostile);
    equal(written.join(''), hostile);
  });
});
