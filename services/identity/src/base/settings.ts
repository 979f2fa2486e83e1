import { isApiSecret } from '@signalbox/contracts';
import { parse, setting } from '@signalbox/kit';

const minimumSecretBits = 224;

/** Parses secrets of API tokens. Throws if one is too short to be stored under a plain hash. */
function tokens(value: string): string[] {
  const secrets = parse.list(value);
  for (const secret of secrets) {
    if (isApiSecret(secret)) continue;
    const bits = 4 * (/^[^:\s]+:[^.\s]+\.([0-9a-f]+)$/i.exec(secret)?.[1]?.length ?? 0);
    if (bits > 0 && bits < minimumSecretBits) {
      throw new Error(
        `contains a token of ${bits} bits; at least ${minimumSecretBits} are required (56 hexadecimal digits: openssl rand -hex 28)`,
      );
    }
    throw new Error('must be tokens of the form project:environment.hex or project:environment.v2_selector_verifier, separated by commas');
  }
  return secrets;
}

function userName(value: string): string {
  if (!/^\S(?:.{0,98}\S)?$/.test(value)) throw new Error('must have 1 to 100 characters and must not start or end with spaces');
  return value;
}

export const initAdminUsername = setting(
  'INIT_ADMIN_USERNAME',
  'admin',
  userName,
  'Username of the first administrator, created if there are no users.',
);
export const initAdminPassword = setting(
  'INIT_ADMIN_PASSWORD',
  '',
  parse.optional(parse.text),
  'Password of the first administrator, accepted even if it is weak. Empty: a password is generated, and printed once or written to FIRST_PASSWORD_FILE.',
  true,
);
export const firstPasswordFile = setting(
  'FIRST_PASSWORD_FILE',
  '',
  parse.optional(parse.text),
  'New file for the generated password of the first administrator. Images set it to keep the password out of logs. Empty: the password is printed.',
);
export const initAdminApiTokens = setting(
  'INIT_ADMIN_API_TOKENS',
  '',
  tokens,
  'Admin tokens (`*:*.<hex>`) to create if absent, separated by commas.',
  true,
);
export const initClientApiTokens = setting(
  'INIT_CLIENT_API_TOKENS',
  '',
  tokens,
  'Client tokens (`project:environment.<hex>`) to create if absent.',
  true,
);
export const initFrontendApiTokens = setting(
  'INIT_FRONTEND_API_TOKENS',
  '',
  tokens,
  'Frontend tokens (`project:environment.<hex>`) to create if absent.',
  true,
);
export const loginsPerMinute = setting(
  'LOGINS_PER_MINUTE',
  '100',
  parse.integer(1, 1_000_000_000),
  'Logins per minute and address, across all accounts. Wrong passwords for one account are throttled much earlier.',
);
export const userCreationsPerMinute = setting(
  'USER_CREATIONS_PER_MINUTE',
  '20',
  parse.integer(1, 1_000_000_000),
  'User creations per minute and address.',
);
export const sessionHours = setting('SESSION_HOURS', '48', parse.integer(1, 8760), 'Hours until a session expires after login.');

export const personalTokenDays = setting(
  'PERSONAL_TOKEN_DAYS',
  '366',
  parse.integer(1, 36_500),
  'Maximum lifetime of a personal access token, in days. Existing tokens keep their expiry.',
);

function mailAddress(value: string): string {
  if (!/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
    throw new Error('must be an address, or a name and an address such as Signalbox <signalbox@example.com>');
  return value;
}

export const smtpUrl = setting(
  'SMTP_URL',
  '',
  parse.optional(parse.url('smtp:', 'smtps:')),
  'SMTP server: `smtp://user:password@host:port`, or `smtps://` for implicit TLS; `?proxy=` and the encoded URL of an HTTP proxy, if any. Empty: no mail is sent, and responses contain the links instead.',
  true,
);
export const mailFrom = setting('MAIL_FROM', 'Signalbox <signalbox@localhost>', mailAddress, 'Sender address of mails.');
export const inactiveDays = setting(
  'INACTIVE_DAYS',
  '180',
  parse.integer(1, 100_000),
  'Days without a login after which a user is listed as inactive.',
);
export const resetsPerMinute = setting(
  'RESETS_PER_MINUTE',
  '20',
  parse.integer(1, 1_000_000_000),
  'Password reset requests per minute and address.',
);

function hosts(value: string): string[] {
  const named = parse.list(value);
  const wrong = named.find((host) => !URL.canParse(`http://${host}`) || new URL(`http://${host}`).pathname !== '/');
  if (wrong !== undefined) throw new Error(`must be hosts such as keycloak.internal or 127.0.0.1:8080, separated by commas; got ${wrong}`);
  return named.map((host) => host.toLowerCase());
}

export const internalIssuers = setting(
  'INTERNAL_ISSUERS',
  '',
  hosts,
  'Identity providers on the internal network, as hosts with an optional port, separated by commas. Only these can have private addresses and use HTTP.',
);
export const forcePasswordLogin = setting(
  'FORCE_PASSWORD_LOGIN',
  'false',
  parse.yesOrNo,
  'Allow password logins even if an administrator has disabled them. Use it to regain access when single sign-on fails.',
);
export const signOnsPerMinute = setting(
  'SIGN_ONS_PER_MINUTE',
  '100',
  parse.integer(1, 1_000_000_000),
  'Single sign-ons per minute and address.',
);
export const signUpsPerMinute = setting(
  'SIGN_UPS_PER_MINUTE',
  '20',
  parse.integer(1, 1_000_000_000),
  'Sign-ups through links per minute and address.',
);
export const exchangesPerMinute = setting(
  'EXCHANGES_PER_MINUTE',
  '300',
  parse.integer(1, 1_000_000_000),
  'Workload token exchanges per minute and address. The jobs of a CI system may share one address. Token requests of the command line have the same limit, counted separately.',
);
export const provisioningPerMinute = setting(
  'PROVISIONING_PER_MINUTE',
  '3000',
  parse.integer(1, 1_000_000_000),
  'Requests from provisioning clients (SCIM) per minute and address. Some send 25 a second during the initial synchronization.',
);
