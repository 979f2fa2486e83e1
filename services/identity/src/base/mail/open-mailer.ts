import type { OpenParts } from '@signalbox/kit';
import { mailFrom, smtpUrl } from '../settings.ts';
import { htmlOf, type Mail, textOf } from './mail.ts';

/** Sends mail if the settings name a server. */
export interface Mailer {
  readonly isEnabled: boolean;
  /** Returns whether the server accepted the mail. Reports errors, but never fails the operation that sends it. */
  send(mail: Mail): Promise<boolean>;
  /** Runs work that the response does not wait for, so that its duration reveals nothing. `close` waits for it. */
  inBackground(work: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** The part of the service's state that sending mail needs. */
export interface MailState {
  readonly mailer: Mailer;
}

const timeoutMs = 10_000;

export async function openMailer({ settings, warn }: Pick<OpenParts, 'settings' | 'warn'>): Promise<Mailer> {
  const url = settings.get(smtpUrl);
  const transport = url === null ? null : await openTransport(url);
  const running = new Set<Promise<unknown>>();
  return {
    isEnabled: transport !== null,
    async send(mail) {
      if (!transport) return false;
      try {
        const { to, subject, id, unsubscribe } = mail;
        const head = { from: settings.get(mailFrom), to, subject, ...(id && { messageId: `<${id}>` }), headers: headersOf(unsubscribe) };
        await transport.sendMail({ ...head, text: textOf(mail), html: htmlOf(mail) });
        return true;
      } catch (error) {
        warn('could not send a mail (SMTP_URL)', error);
        return false;
      }
    },
    inBackground(work) {
      const run = work()
        .catch((error: unknown) => warn('background task failed', error))
        .finally(() => running.delete(run));
      running.add(run);
    },
    async close() {
      await Promise.all(running);
      transport?.close();
    },
  };
}

/** The mail client's own button sends a POST to the address of the link (RFC 8058). */
const headersOf = (unsubscribe: Mail['unsubscribe']): Record<string, string> =>
  unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  return createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
}
