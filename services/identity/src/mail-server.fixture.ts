import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that stores received mails. */
export interface MailServer {
  readonly url: string;
  /** Complete mails with headers, oldest first. */
  readonly mails: readonly string[];
  /** Recipients in the envelopes. */
  readonly recipients: readonly string[];
  /** Rejects all further mails. */
  refuse(): void;
  close(): Promise<void>;
}

export async function openMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const recipients: string[] = [];
  let refuses = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        if (refuses) return done(new Error('no more mail'));
        mails.push(Buffer.concat(chunks).toString());
        recipients.push(...envelope.rcptTo.map(({ address }) => address));
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    recipients,
    refuse: () => {
      refuses = true;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Decodes quoted-printable. */
export const readable = (mail: string): string =>
  Buffer.from(
    mail.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
