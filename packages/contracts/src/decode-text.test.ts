import { equal, throws } from 'node:assert/strict';
import { decodeText } from './decode-text.ts';

describe('a text', () => {
  it('is read without its byte order mark', () => equal(decodeText(Buffer.from('\ufeff{"a":"café"}')), '{"a":"café"}'));

  it('must be UTF-8', () => {
    for (const encoding of ['latin1', 'utf16le'] as const)
      throws(() => decodeText(Buffer.from('\ufeffcafé', encoding)), { message: 'The text is not valid UTF-8.' });
  });
});
