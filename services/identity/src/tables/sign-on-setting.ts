import { json, table, text } from '@signalbox/table';

/** Whom a successful single sign-on lets in. */
export interface Admission {
  readonly autoCreate?: boolean;
  /** Separated by commas; empty: all. */
  readonly emailDomains?: string;
  /** A name; the id counts before it. */
  readonly defaultRootRole?: string;
  readonly defaultRootRoleId?: number;
  readonly enableGroupSyncing?: boolean;
  /** Where the names of the user's groups stand, as a path with dots. */
  readonly groupJsonPath?: string;
  /** Absent: yes. */
  readonly secondFactorAtProvider?: boolean;
}

/** Log-in by SAML 2.0, as administrators set it. */
export interface SamlSettings extends Admission {
  readonly enabled: boolean;
  readonly entityId?: string;
  readonly signOnUrl?: string;
  readonly certificate?: string;
  readonly signOutUrl?: string;
  /** Encrypted. */
  readonly spCertificate?: string;
}

/** Log-in by OpenID Connect, as administrators set it. */
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
  /** Whether an ID token without `email_verified` is refused; absent: no, because some providers never send it. */
  readonly requireVerifiedEmail?: boolean;
}

/** The settings by the ids that events name (reference, identity side §2.13). */
export interface SignOnContents {
  'unleash.enterprise.auth.saml': SamlSettings;
  'unleash.enterprise.auth.oidc': OidcSettings;
  'unleash.auth.simple': { readonly disabled: boolean };
  /** With the hash of the token that the provisioning client sends. */
  scim: { readonly enabled: boolean; readonly tokenHash?: string };
}

export type SignOnId = keyof SignOnContents;

export const signOnSettingTable = table('sign_on_setting', 'SignOnSetting', {
  id: text(100).as<SignOnId>().key(),
  content: json<SignOnContents[SignOnId]>(),
});
