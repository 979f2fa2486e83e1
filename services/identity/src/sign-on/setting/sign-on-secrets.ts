import { encryptedRows } from '@signalbox/kit';
import { SignOnSetting } from '../../base/sign-on-setting.ts';
import { secretPurpose } from './oidc-settings.ts';
import { keyPurpose } from './saml-settings.ts';
import type { OidcSettings, SamlSettings } from '../../tables/sign-on-setting.ts';

export const signOnSecrets = encryptedRows({
  what: 'secrets of single sign-on',
  entity: SignOnSetting,
  key: 'id',
  replace(setting, replace) {
    const { secret, spCertificate } = setting.content as Partial<OidcSettings & SamlSettings>;
    if (secret) setting.content = { ...setting.content, secret: replace(secret, secretPurpose) };
    if (spCertificate) setting.content = { ...setting.content, spCertificate: replace(spCertificate, keyPurpose) };
  },
});
