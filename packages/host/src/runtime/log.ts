import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Structured lines on standard error, so that the first screen on standard output stays for people. Each says what `ofEach` gives, such as
 * the trace that the running code works for.
 */
export const openLog = (
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
  ofEach?: () => object,
): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: shownError }, ...(ofEach && { mixin: ofEach }) },
    destination,
  );

/** Paths may carry tokens: what is long and hexadecimal is no matter for the log. */
export const withoutSecrets = (text: string): string => text.replaceAll(/[0-9a-f]{32,}/gi, '…');

/** What the ORM appends to its complaints, over several lines: the entity with all of its values. */
const entityShown = /\nentity: .*?\n\}/gs;

const cleared = (text: unknown) => (typeof text === 'string' ? withoutSecrets(text.replaceAll(entityShown, '')) : undefined);

/**
 * An error without the values that a statement carried: the driver of MySQL adds the statement, the ORM the entity. What
 * drivers throw may lack a stack or be no error at all; a line of the log never fails for that.
 */
function shownError(error: unknown) {
  if (!(error instanceof Error)) return { message: cleared(String(error)) };
  const { sql: _statement, ...shown } = pino.stdSerializers.err(error);
  return { ...shown, message: cleared(shown.message), stack: cleared(shown.stack) };
}
