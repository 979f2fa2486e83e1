const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes text without its byte order mark. Throws unless it is UTF-8: replaced bytes would be stored as damaged text. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Error('The text is not valid UTF-8.');
  }
}
