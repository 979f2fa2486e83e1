import { isTest, locationOf, type Rule } from './source.ts';

/** Files of services with tables that parse JSON from elsewhere, or that a column cannot parse. */
export const allowed: Readonly<Record<string, string>> = {
  'services/audit/src/checkpoint/checkpoint.ts': 'parts of a JWS',
  'services/audit/src/checkpoint/seal.ts': 'an encrypted text',
  'services/audit/src/event/event.schema.ts': 'events are stored as the text that their hash covers',
  'services/audit/src/event/hide-unseen.ts': 'events are stored as the text that their hash covers',
  'services/audit/src/verification/verify-export.ts': 'lines of a file',
  'services/identity/src/access/state/signing-key.ts': 'an encrypted text',
  'services/identity/src/account/own-setting/own-setting.schema.ts': 'any JSON value, and so `null` too',
  'services/identity/src/credential/factor/passkey-ceremony.ts': 'data of a browser',
  'services/identity/src/credential/log-in/log-in-delays.ts': 'the cache',
  'services/identity/src/notification/send-pending-mail.ts': 'a column of the previous version that may contain the JSON `null`',
  'services/identity/src/provisioning/user/scim-user.schema.ts': 'copies a value',
  'services/identity/src/sign-on/log-out/sign-out-hint.ts': 'an encrypted cookie',
  'services/integrations/src/addon/addon-parameters.ts': 'an encrypted text',
  'services/integrations/src/provider/custom-headers.ts': 'text of a user',
  'services/toggles/src/feature/variant/normalise-variants.ts': 'text of a user',
  'services/toggles/src/reading/feature-index/touched-by.ts': 'messages of the outbox',
  'services/toggles/src/cleanup/verdict/changed-since.ts': 'messages of the outbox',
  'services/toggles/src/transfer/state/read-yaml.ts': 'a file',
  'services/toggles/src/transfer/state/state-file.ts': 'a file',
};

export const parses = /\bJSON\.parse\(/g;

/** Tables decode their columns: services with tables parse JSON only in listed files. */
export const tablesDecode: Rule = (files) => {
  const withTables = new Set(files.flatMap(({ path }) => /^services\/[^/]+\/src\/(?=tables\/)/.exec(path) ?? []));
  return files
    .filter((file) => !isTest(file) && !(file.path in allowed))
    .filter(({ path }) => withTables.has(/^services\/[^/]+\/src\//.exec(path)?.[0] ?? ''))
    .flatMap((file) =>
      [...file.text.matchAll(parses)].map(
        ({ index }) => `${locationOf(file, index)} parses JSON: read the column by a projection, or list the file with its reason`,
      ),
    );
};
