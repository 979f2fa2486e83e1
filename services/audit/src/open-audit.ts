import { type Cipher, cipherOf } from '@signalbox/cipher';
import { type OpenContext, type Opened, type OpenParts, routeWith, type ReadContext } from '@signalbox/kit';
import { reportBackups } from './log/backups.ts';
import { ChainBreaks } from './log/chain-breaks.ts';
import { NewestText } from './log/newest-text.ts';
import { Semaphore } from './log/semaphore.ts';
import { Gaps } from './source/gaps.ts';
import { openStreams } from './stream/open-streams.ts';
import type { ChangeStreams } from './stream/change-streams.ts';
import { auditExportsAtOnce, auditSearchesAtOnce, maxChangeStreams } from './surface.ts';

/** The in-memory state of audit. */
export interface Audit {
  readonly searches: Semaphore;
  readonly exports: Semaphore;
  readonly verifications: Semaphore;
  readonly gaps: Gaps;
  readonly breaks: ChainBreaks;
  readonly cipher: Cipher;
  readonly streams: ChangeStreams;
  readonly newest: NewestText;
  readonly log: OpenParts['log'];
}

export async function openAudit(parts: OpenParts): Promise<Opened<Audit>> {
  const { settings } = parts;
  reportBackups(parts);
  const streams = await openStreams(parts, settings.get(maxChangeStreams));
  return {
    state: {
      searches: new Semaphore(settings.get(auditSearchesAtOnce), 'Too many searches are running.'),
      exports: new Semaphore(settings.get(auditExportsAtOnce), 'Too many event exports are running.'),
      verifications: new Semaphore(1, 'The event log is already being verified.'),
      gaps: new Gaps(parts),
      breaks: new ChainBreaks(parts),
      cipher: cipherOf('audit', settings),
      streams,
      newest: new NewestText(),
      log: (...line) => parts.log(...line),
    },
    close: async () => streams.close(),
  };
}

/** Contexts that may search the log. */
export type AuditContext = ReadContext<Audit> | OpenContext<Audit>;

/** `route` with the state of audit. */
export const route = routeWith<Audit>();
