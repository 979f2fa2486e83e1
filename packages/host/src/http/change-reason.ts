import { Failure } from '@signalbox/contracts';

/** In which a caller says why something is changed. */
export const changeReasonHeader = 'X-Change-Reason';

const maxCharacters = 1000;
/** Controls, halves of characters, breaks of lines, and what turns the direction of writing around. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** The extended notation of RFC 8187 §3.2, for clients that can send nothing but ASCII. */
const extended = /^UTF-8'[\w-]*'(.*)$/i;

/** What the header says, read as UTF-8; null where it is absent. 400 for what is no text of 1 to 1000 printable characters. */
export function changeReasonOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  const reason = decode(header)?.trim();
  if (reason === undefined || reason === '' || reason.length > maxCharacters || unprintable.test(reason)) {
    throw new Failure(
      'BadRequestError',
      `${changeReasonHeader} must have 1 to ${maxCharacters} printable characters in UTF-8, or be percent-encoded after UTF-8'' (RFC 8187).`,
    );
  }
  return reason;
}

/** Headers arrive byte by byte. Undefined for bytes that are no UTF-8. */
function decode(header: string): string | undefined {
  try {
    const [, encoded] = extended.exec(header) ?? [];
    return encoded === undefined ? utf8.decode(Buffer.from(header, 'latin1')) : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
