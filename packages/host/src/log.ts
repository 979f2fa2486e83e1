import { pino, type Logger } from 'pino';

/** Structured lines on standard error, so that the first screen on standard output stays for people. */
export const openLog = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }));
