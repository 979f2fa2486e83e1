import type { Constraint, StrategyVariant } from '@signalbox/contracts';

/** Everything that a source contains, in a form that is the same for all sources and versions. */
export interface Snapshot {
  /** The source, for messages and the report. Contains no credentials. */
  readonly source: string;
  /** The id that the instance gave itself, or null if the source does not return it. */
  readonly instanceId: string | null;
  readonly environments: readonly SourceEnvironment[];
  readonly projects: readonly SourceProject[];
  readonly contextFields: readonly SourceContextField[];
  readonly tagTypes: readonly SourceTagType[];
  readonly tags: readonly SourceTag[];
  /** Custom strategies, without the built-in ones. */
  readonly strategies: readonly SourceStrategyDefinition[];
  readonly segments: readonly SourceSegment[];
  readonly features: readonly SourceFeature[];
  /** For a source with flags in another format: reasons by name of the feature, and the environment of the features. */
  readonly translated?: {
    readonly environment: string;
    readonly adapted: ReadonlyMap<string, string>;
    readonly skipped: ReadonlyMap<string, string>;
  };
  readonly tokens: readonly SourceToken[];
  readonly addons: readonly SourceAddon[];
  readonly accounts: SourceAccounts;
}

/** An environment. Times are ISO 8601 in all types. */
export interface SourceEnvironment {
  readonly name: string;
  /** Null if the source does not return it. */
  readonly type: string | null;
  readonly sortOrder: number;
  readonly enabled: boolean;
}

/** A project, with the environments that it uses. */
export interface SourceProject {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly mode: string;
  readonly defaultStickiness: string;
  readonly environments: readonly string[];
  /** By environment. */
  readonly defaultStrategies: Readonly<Record<string, { readonly segments?: readonly number[] }>>;
  readonly featureLimit: number | null;
  readonly featureNaming: FeatureNaming | null;
  readonly linkTemplates: readonly { readonly title: string | null; readonly urlTemplate: string }[];
}

/** The naming pattern of a project. */
export interface FeatureNaming {
  readonly pattern: string | null;
  readonly example: string | null;
  readonly description: string | null;
}

/** A context field. `project` is null unless the field belongs to one project. */
export interface SourceContextField {
  readonly name: string;
  readonly description: string | null;
  readonly stickiness: boolean;
  readonly sortOrder: number;
  readonly legalValues: readonly { readonly value: string; readonly description?: string }[];
  readonly project: string | null;
}

/** A tag type. */
interface SourceTagType {
  readonly name: string;
  readonly description: string | null;
  readonly icon: string | null;
  readonly color: string | null;
}

/** A tag: a value of a tag type. */
export interface SourceTag {
  readonly type: string;
  readonly value: string;
}

/** A custom strategy. */
export interface SourceStrategyDefinition {
  readonly name: string;
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
}

/** A segment. `id` is that of the source. */
export interface SourceSegment {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly project: string | null;
  /** Null if the source contains only the name. */
  readonly constraints: readonly Constraint[] | null;
}

/** A feature with all that belongs to it. */
export interface SourceFeature {
  readonly name: string;
  readonly project: string;
  readonly description: string | null;
  readonly type: string;
  readonly stale: boolean;
  readonly impressionData: boolean;
  readonly archived: boolean;
  readonly createdAt: string | null;
  readonly lifecycle: SourceLifecycle;
  readonly tags: readonly SourceTag[];
  readonly links: readonly { readonly url: string; readonly title: string | null }[];
  readonly dependencies: readonly { readonly feature: string; readonly enabled: boolean; readonly variants: readonly string[] }[];
  readonly environments: readonly SourceSettings[];
}

/** Times at which a feature entered stages of its lifecycle. Absent if it did not, or the source does not return them. */
export interface SourceLifecycle {
  readonly preLiveAt?: string | null;
  readonly liveAt?: string | null;
  readonly archivedAt?: string | null;
  readonly completed?: { readonly at: string; readonly status: 'kept' | 'discarded'; readonly statusValue: string | null };
}

/** Settings of a feature in one environment. */
export interface SourceSettings {
  readonly environment: string;
  readonly enabled: boolean;
  readonly variants: readonly object[];
  /** In the order of evaluation. */
  readonly strategies: readonly SourceStrategy[];
}

/** A strategy of a feature. `segments` are ids of the source. */
export interface SourceStrategy {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
  readonly disabled: boolean;
  readonly parameters: Readonly<Record<string, string>>;
  readonly constraints: readonly Constraint[];
  readonly variants: readonly StrategyVariant[];
  readonly segments: readonly number[];
}

/** An API token. Without a secret, `hash` is the SHA-256 of the secret in hexadecimal, or null if the source does not return it. */
export interface SourceToken {
  readonly secret: string | null;
  readonly hash: string | null;
  readonly tokenName: string;
  readonly type: string;
  readonly environment: string;
  readonly projects: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly seenAt: string | null;
}

/** An add-on. Secrets among the parameters may be masked. */
export interface SourceAddon {
  readonly provider: string;
  readonly description: string | null;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly events: readonly string[];
  readonly projects: readonly string[];
  readonly environments: readonly string[];
}

/** Users and what they own or belong to. Ids are those of the source. */
export interface SourceAccounts {
  readonly users: readonly SourceUser[];
  readonly personalTokens: readonly SourcePersonalToken[];
  readonly roles: readonly SourceRole[];
  readonly groups: readonly SourceGroup[];
  readonly grants: readonly SourceGrant[];
}

/** A user or service account. */
export interface SourceUser {
  readonly id: number;
  readonly username: string | null;
  readonly email: string | null;
  readonly name: string | null;
  /** A bcrypt hash, or null if the user has no password or the source does not return it. */
  readonly passwordHash: string | null;
  readonly rootRole: string;
  readonly isService: boolean;
  readonly createdAt: string;
  readonly seenAt: string | null;
}

/** A personal access token, or a token of a service account. */
export interface SourcePersonalToken {
  readonly userId: number;
  readonly hash: string;
  readonly description: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly seenAt: string | null;
}

/** A custom role, of projects (`custom`) or the instance (`root-custom`). */
export interface SourceRole {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly type: string;
  readonly permissions: readonly { readonly name: string; readonly environment: string | null }[];
}

/** A group of users. */
export interface SourceGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly mappingsSSO: readonly string[];
  readonly rootRole: string | null;
  readonly userIds: readonly number[];
}

/** A role of a user or a group in a project. Exactly one of the ids is not null. */
export interface SourceGrant {
  readonly project: string;
  readonly role: string;
  readonly userId: number | null;
  readonly groupId: number | null;
}
