import { parse, setting } from '@signalbox/kit';

export const flagdPort = setting(
  'FLAGD_PORT',
  '',
  parse.optional(parse.integer(0, 65_535)),
  'Port of the protocols of flagd for OpenFeature providers, usually 8013. Empty: off. With 0, the system chooses a port.',
);
export const flagdToken = setting(
  'FLAGD_TOKEN',
  '',
  parse.text,
  'Token for callers of FLAGD_PORT that send none. Some providers cannot send one; then only these callers may reach the port.',
  true,
);
export const flagdCertificate = setting('FLAGD_TLS_CERT_FILE', '', parse.text, 'Certificate of FLAGD_PORT, as PEM. Empty: plaintext.');
export const flagdKey = setting('FLAGD_TLS_KEY_FILE', '', parse.text, 'Key of the certificate of FLAGD_PORT, as PEM.');
