import { printable } from '@signalbox/contracts/printable';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Structured lines on standard error; standard output is for the start screen. `ofEach` returns fields of each line. */
export const openLog = (
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
  ofEach?: () => object,
): Logger =>
  pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: shownError },
      ...(ofEach && { mixin: ofEach }),
    },
    // JSON leaves C1 and bidirectional controls as they are, and terminals act on them.
    { write: (line) => destination.write(printable(line)) },
  );

/** Removes long hexadecimal strings, because paths may contain tokens. */
export const withoutSecrets = (text: string): string => text.replaceAll(/[0-9a-f]{32,}/gi, '…');

/** The ORM appends the entity with all its values to error messages, over several lines. */
const entityShown = /\nentity: .*?\n\}/gs;

const cleared = (text: unknown) => (typeof text === 'string' ? withoutSecrets(text.replaceAll(entityShown, '')) : undefined);

/**
 * Removes values from an error: the MySQL driver adds the statement, the ORM the entity. Drivers may throw errors without a stack, or other
 * values; logging must not fail for them.
 */
function shownError(error: unknown) {
  if (!(error instanceof Error)) return { message: cleared(String(error)) };
  const { sql: _statement, ...shown } = pino.stdSerializers.err(error);
  return { ...shown, message: cleared(shown.message), stack: cleared(shown.stack) };
}
