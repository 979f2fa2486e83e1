import type { OpenParts } from '@signalbox/kit';
import { mailFrom, smtpUrl } from '../settings.ts';
import { htmlOf, type Mail, textOf } from './mail.ts';

/** Sends mail, where the settings name a server. */
export interface Mailer {
  readonly isEnabled: boolean;
  /** Whether the server took it. A mail that cannot be sent is reported and never fails what it tells of. */
  send(mail: Mail): Promise<boolean>;
  /** Runs what nobody waits for, so that how long it takes tells nothing; `close` does wait. */
  inBackground(work: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** What sending mail needs of the service's memory. */
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
        const { to, subject, id } = mail;
        const head = { from: settings.get(mailFrom), to, subject, ...(id && { messageId: `<${id}>` }) };
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

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  return createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
}
