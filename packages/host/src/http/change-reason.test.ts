import { equal, throws } from 'node:assert/strict';
import { changeReasonOf } from './change-reason.ts';

/** A header as Node passes it on: one character per byte. */
const sent = (text: string) => Buffer.from(text).toString('latin1');

describe('a change reason', () => {
  it('is the header without surrounding blanks', () => {
    equal(changeReasonOf(undefined), null);
    equal(changeReasonOf(' 100% of carts fail: INC-7 '), '100% of carts fail: INC-7');
    equal(changeReasonOf('x'.repeat(1000)), 'x'.repeat(1000));
  });

  it('may be plain UTF-8 or percent-encoded', () => {
    equal(changeReasonOf(sent('Größe fehlt 🚑')), 'Größe fehlt 🚑');
    equal(changeReasonOf("UTF-8''Gr%C3%B6%C3%9Fe%20fehlt"), 'Größe fehlt');
    equal(changeReasonOf("utf-8'de'Gr%C3%B6%C3%9Fe"), 'Größe');
  });

  it('must be printable, not empty, and at most 1000 characters', () => {
    for (const header of [
      '',
      '  ',
      "UTF-8''",
      'x'.repeat(1001),
      'a\tb',
      "UTF-8''a%0Ab",
      "UTF-8''a%00",
      sent('a\u202eb'),
      'Gr\xf6\xdfe',
      "UTF-8''%FF",
    ])
      throws(
        () => changeReasonOf(header),
        { name: 'BadRequestError', message: /^X-Change-Reason must have 1 to 1000 printable characters/ },
        JSON.stringify(header),
      );
  });
});
