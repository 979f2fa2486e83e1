/**
 * Control characters that terminals act on, without tabs and line breaks: C0 and C1 controls, and those that change the direction of text.
 * A carriage return is harmless as part of a line break only.
 */
const controls = /(?![\t\n]|\r\n)[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * The text with control characters escaped as in JSON (`\u001b`), so that names and descriptions of other users cannot move the cursor, set
 * the clipboard or hide text. Strings in JSON keep their value.
 */
export const printable = (text: string): string =>
  text.replaceAll(controls, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
