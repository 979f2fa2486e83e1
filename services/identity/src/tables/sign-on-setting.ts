import { json, table, text } from '@signalbox/table';

/** Rules for users who log in through single sign-on. */
export interface Admission {
  readonly autoCreate?: boolean;
  /** Separated by commas; empty: all domains. */
  readonly emailDomains?: string;
  /** A role name; `defaultRootRoleId` takes precedence. */
  readonly defaultRootRole?: string;
  readonly defaultRootRoleId?: number;
  readonly enableGroupSyncing?: boolean;
  /** Path to the names of the user's groups, with dots. */
  readonly groupJsonPath?: string;
  /** Absent: true. */
  readonly secondFactorAtProvider?: boolean;
}

/** Settings for SAML 2.0, as administrators set them. */
export interface SamlSettings extends Admission {
  readonly enabled: boolean;
  readonly entityId?: string;
  readonly signOnUrl?: string;
  readonly certificate?: string;
  readonly signOutUrl?: string;
  /** Encrypted. */
  readonly spCertificate?: string;
}

/** Settings for OpenID Connect, as administrators set them. */
export interface OidcSettings extends Admission {
  readonly enabled: boolean;
  readonly discoverUrl?: string;
  readonly clientId?: string;
  /** Encrypted. */
  readonly secret?: string;
  readonly enableSingleSignOut?: boolean;
  readonly acrValues?: string;
  readonly idTokenSigningAlgorithm?: 'RS256' | 'RS384' | 'RS512';
  readonly addGroupsScope?: boolean;
  readonly enablePkce?: boolean;
  /** True to refuse ID tokens without `email_verified`. Absent: false, because some providers never send it. */
  readonly requireVerifiedEmail?: boolean;
}

/** The settings by the ids in events (reference, identity side §2.13). */
export interface SignOnContents {
  'unleash.enterprise.auth.saml': SamlSettings;
  'unleash.enterprise.auth.oidc': OidcSettings;
  'unleash.auth.simple': { readonly disabled: boolean };
  /** `tokenHash` is the hash of the provisioning client's token. */
  scim: { readonly enabled: boolean; readonly tokenHash?: string };
}

export type SignOnId = keyof SignOnContents;

export const signOnSettingTable = table('sign_on_setting', 'SignOnSetting', {
  id: text(100).as<SignOnId>().key(),
  content: json<SignOnContents[SignOnId]>(),
});
