import { readFileSync } from 'node:fs';
import type { ConnectionOptions, SslOptions } from 'mysql2';

/** The URL of the database is invalid or ambiguous. */
class UnusableUrl extends Error {
  override readonly name = 'UnusableUrl';
  readonly code = 'STORE_URL';
}

/** TLS modes of MySQL's own clients. Beyond encryption, they differ in the checks of the server's certificate. */
const sslModes: Readonly<Record<string, SslOptions | null>> = {
  DISABLED: null,
  REQUIRED: { rejectUnauthorized: false },
  VERIFY_CA: { rejectUnauthorized: true },
  VERIFY_IDENTITY: { rejectUnauthorized: true, verifyIdentity: true },
};

const parameters = ['ssl-mode', 'ssl-ca'];

/** Address and credentials of the server. Throws for anything that would have to be ignored or guessed. */
export function mysqlServer(url: URL): ConnectionOptions {
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined) throw new UnusableUrl(`the parameter ${unknown} is unknown (known: ${parameters.join(', ')})`);
  if (url.username === '') throw new UnusableUrl('it names no user: mysql://user:password@host:port');
  if (!['', '/'].includes(url.pathname))
    throw new UnusableUrl(`it names the schema ${url.pathname.slice(1)}, but each service has its own`);
  const ssl = sslOf(url);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(ssl ? { ssl } : {}),
  };
}

function sslOf({ searchParams }: URL): SslOptions | null {
  const file = searchParams.get('ssl-ca');
  const mode = searchParams.get('ssl-mode') ?? (file === null ? 'DISABLED' : 'VERIFY_CA');
  const ssl = sslModes[mode.toUpperCase()];
  if (ssl === undefined) throw new UnusableUrl(`ssl-mode=${mode} is none of ${Object.keys(sslModes).join(', ')}`);
  if (file === null) return ssl;
  if (!ssl?.rejectUnauthorized) throw new UnusableUrl(`ssl-mode=${mode} would not verify the certificate against ssl-ca`);
  return { ...ssl, ca: readCertificate(file) };
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UnusableUrl(`ssl-ca=${file} cannot be read`);
  }
}
