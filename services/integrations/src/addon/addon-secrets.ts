import { encryptedRows } from '@signalbox/kit';
import { Addon } from './addon.ts';
import { parametersPurpose } from './addon-parameters.ts';
import { signingPurpose } from './signature.ts';

export const addonSecrets = encryptedRows({
  what: 'secrets of add-ons',
  entity: Addon,
  key: 'id',
  replace(addon, replace) {
    const { id, secrets, signingSecret, previousSecret } = addon;
    if (secrets) addon.secrets = replace(secrets, parametersPurpose(id));
    if (signingSecret) addon.signingSecret = replace(signingSecret, signingPurpose(id));
    if (previousSecret) addon.previousSecret = replace(previousSecret, signingPurpose(id));
  },
});
