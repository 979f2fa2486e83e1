import { Failure } from '@signalbox/contracts';

/** Header with the caller's reason for a change. */
export const changeReasonHeader = 'X-Change-Reason';

const maxCharacters = 1000;
/** Control characters, lone surrogates, line breaks, and characters that change the direction of text. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Extended notation of RFC 8187 §3.2, for clients that can send only ASCII. */
const extended = /^UTF-8'[\w-]*'(.*)$/i;

/** Decodes the header as UTF-8, or returns null if it is absent. Throws 400 unless it has 1 to 1000 printable characters. */
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

/** Decodes the bytes of a header. Returns undefined for invalid UTF-8. */
function decode(header: string): string | undefined {
  try {
    const [, encoded] = extended.exec(header) ?? [];
    return encoded === undefined ? utf8.decode(Buffer.from(header, 'latin1')) : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
