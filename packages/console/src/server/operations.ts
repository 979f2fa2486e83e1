// Written by npm run reference from the declarations of the routes.

/** Every operation for people, by method and path. */
export interface Operations {
  /** List the root role, the groups and the projects of every user, as JSON or CSV. */
  'GET /api/admin/access/overview': { path: object; query: object; body: undefined; answer: { readonly overview: readonly { readonly userId: number; readonly createdAt: string; readonly userName: string; readonly userEmail: string | null; readonly lastSeen: string | null; readonly rootRole: string; readonly groups: readonly string[]; readonly accessibleProjects: readonly string[] }[] } };
  /** List add-ons, and the providers that they can be of. */
  'GET /api/admin/addons': { path: object; query: object; body: undefined; answer: { readonly addons: readonly Addon[]; readonly providers: readonly Provider[] } };
  /** Create an add-on: have events sent somewhere. */
  'POST /api/admin/addons': { path: object; query: object; body: AddonInput; answer: Addon };
  /** Get an add-on. */
  'GET /api/admin/addons/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: Addon };
  /** Change an add-on; secrets that are sent masked are kept, unless the URL is another one. */
  'PUT /api/admin/addons/{id}': { path: { readonly id: number }; query: object; body: AddonInput; answer: Addon };
  /** Delete an add-on, with what waits to be sent and the record of what was sent. */
  'DELETE /api/admin/addons/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: undefined };
  /** List what was sent to the receiver of an add-on, what waits, and what could not be delivered, newest first. */
  'GET /api/admin/addons/{id}/events': { path: { readonly id: number }; query: { readonly limit?: number; readonly offset?: number; readonly state?: State }; body: undefined; answer: { readonly integrationEvents: readonly Delivery[] } };
  /** Send an event to the receiver once more, ahead of all that came after it. */
  'POST /api/admin/addons/{id}/events/{eventId}/replay': { path: { readonly id: number; readonly eventId: number }; query: object; body: undefined; answer: undefined };
  /** Send the events once more that could not be delivered, from one on, in their order. */
  'POST /api/admin/addons/{id}/events/replay': { path: { readonly id: number }; query: object; body: { readonly from?: number }; answer: { readonly replayed: number } };
  /** Have requests of an add-on signed with another secret, which is shown once; for some hours they are signed with both. */
  'POST /api/admin/addons/{id}/signing-secret': { path: { readonly id: number }; query: object; body: { readonly overlapHours?: number }; answer: { readonly secret: string; readonly previousUntil: string | null } };
  /** List the API tokens that the caller may read, with masked secrets. */
  'GET /api/admin/api-tokens': { path: object; query: object; body: undefined; answer: ApiTokens };
  /** Create an API token; only this response contains its secret. */
  'POST /api/admin/api-tokens': { path: object; query: object; body: { readonly tokenName?: string; readonly username?: string; readonly type: string; readonly environment?: string; readonly expiresAt?: string | null; readonly project?: string; readonly projects?: readonly string[] }; answer: ApiToken };
  /** List the API tokens with a given name, with masked secrets. */
  'GET /api/admin/api-tokens/{token}': { path: { readonly token: string }; query: object; body: undefined; answer: ApiTokens };
  /** Change when an API token expires. */
  'PUT /api/admin/api-tokens/{token}': { path: { readonly token: string }; query: object; body: { readonly expiresAt: string }; answer: undefined };
  /** Revoke an API token by its id, its secret, or its masked secret. */
  'DELETE /api/admin/api-tokens/{token}': { path: { readonly token: string }; query: object; body: undefined; answer: undefined };
  /** Replace an API token: a second one of the same name and scope is created, and the first expires after an overlap. */
  'POST /api/admin/api-tokens/{token}/rotate': { path: { readonly token: string }; query: object; body: RotateToken; answer: ApiToken };
  /** Delete an archived feature permanently. */
  'DELETE /api/admin/archive/{featureName}': { path: { readonly featureName: string }; query: object; body: undefined; answer: undefined };
  /** List the archived features of every project that the caller may see. */
  'GET /api/admin/archive/features': { path: object; query: object; body: undefined; answer: ArchivedFeatures };
  /** List the archived features of a project. */
  'GET /api/admin/archive/features/{projectId}': { path: { readonly projectId: string }; query: object; body: undefined; answer: ArchivedFeatures };
  /** Revive an archived feature, switched off in every environment. */
  'POST /api/admin/archive/revive/{featureName}': { path: { readonly featureName: string }; query: object; body: undefined; answer: undefined };
  /** List the signed checkpoints of the log, the newest first, and the keys that signed them. */
  'GET /api/admin/audit/checkpoints': { path: object; query: { readonly before?: number; readonly limit?: number }; body: undefined; answer: { readonly checkpoints: readonly { readonly number: number; readonly eventId: number; readonly hash: string; readonly droppedTo: number; readonly createdAt: string; readonly keyId: string; readonly jws: string }[]; readonly keys: readonly { readonly kty: "OKP"; readonly crv: "Ed25519"; readonly x: string; readonly kid: string; readonly alg: "EdDSA"; readonly createdAt: string }[]; readonly next: number | null } };
  /** Read an event, and what it changed, as JSON Patch. */
  'GET /api/admin/audit/events/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: { readonly id: number; readonly createdAt: string; readonly type: string; readonly createdBy: string; readonly createdByUserId: number | null; readonly project: string | null; readonly environment: string | null; readonly featureName: string | null; readonly data: Readonly<Record<string, unknown>> | null; readonly preData: Readonly<Record<string, unknown>> | null; readonly tags: readonly Tag[] | null; readonly groupId: string | null; readonly groupType: ("transaction" | null); readonly label: string; readonly summary: string; readonly difference: readonly PatchStep[] | null; readonly isDropped: boolean } };
  /** Export events, the oldest first, as lines of JSON or as CSV. */
  'GET /api/admin/audit/events/export': { path: object; query: { readonly query?: string; readonly type?: string; readonly project?: string; readonly feature?: string; readonly environment?: string; readonly createdBy?: string; readonly id?: string; readonly groupId?: string; readonly from?: string; readonly to?: string; readonly format?: ("ndjson" | "csv"); readonly after?: number; readonly complete?: boolean }; body: undefined; answer: undefined };
  /** Replay events as the messages that they were on the bus (CloudEvents), the oldest first. */
  'GET /api/admin/audit/events/replay': { path: object; query: { readonly after?: number; readonly limit?: number; readonly project?: string }; body: undefined; answer: { readonly events: readonly Envelope[]; readonly next: number; readonly isEnd: boolean } };
  /** Tell how far the log is verified and signed, and whether it was found broken. */
  'GET /api/admin/audit/state': { path: object; query: object; body: undefined; answer: { readonly head: number; readonly verifiedTo: number; readonly verifiedAt: string | null; readonly checkpoint: { readonly eventId: number; readonly createdAt: string } | null; readonly broken: { readonly eventId: number; readonly reason: string; readonly noticedAt: string } | null } };
  /** Verify the chain of the log against its checkpoints. */
  'GET /api/admin/audit/verify': { path: object; query: { readonly from?: number; readonly to?: number }; body: undefined; answer: { readonly verified: boolean; readonly from: number; readonly to: number; readonly events: number; readonly checkpoints: number; readonly break: { readonly id: number; readonly reason: ("changed" | "missing" | "added" | "rewritten" | "unsigned") } | null; readonly next: number | null } };
  /** Get how users log in with OpenID Connect. */
  'GET /api/admin/auth/oidc/settings': { path: object; query: object; body: undefined; answer: OidcSettings };
  /** Set how users log in with OpenID Connect. */
  'POST /api/admin/auth/oidc/settings': { path: object; query: object; body: OidcSettings; answer: OidcSettings };
  /** Get how users log in with SAML. */
  'GET /api/admin/auth/saml/settings': { path: object; query: object; body: undefined; answer: SamlSettings };
  /** Set how users log in with SAML. */
  'POST /api/admin/auth/saml/settings': { path: object; query: object; body: SamlSettings; answer: SamlSettings };
  /** Get of whom a second factor is required. */
  'GET /api/admin/auth/second-factor/settings': { path: object; query: object; body: undefined; answer: FactorPolicy };
  /** Set of whom a second factor is required; sessions of those that a password alone has opened count no longer. */
  'POST /api/admin/auth/second-factor/settings': { path: object; query: object; body: { readonly everybody?: boolean; readonly rootRoles?: readonly number[] }; answer: FactorPolicy };
  /** Get whether users may log in with a password. */
  'GET /api/admin/auth/simple/settings': { path: object; query: object; body: undefined; answer: SimpleSettings };
  /** Set whether users may log in with a password; FORCE_PASSWORD_LOGIN lets them all the same. */
  'POST /api/admin/auth/simple/settings': { path: object; query: object; body: { readonly disabled?: boolean; readonly enabled?: boolean }; answer: SimpleSettings };
  /** List the banners of consoles, of which there are none. */
  'GET /api/admin/banners': { path: object; query: object; body: undefined; answer: { readonly banners: readonly Readonly<Record<string, unknown>>[] } };
  /** Stream what changes, as it happens: where to look, not what is there. */
  'GET /api/admin/changes/stream': { path: object; query: object; body: undefined; answer: undefined };
  /** Get the usage of a feature in the current hour, and the applications seen in the last day. */
  'GET /api/admin/client-metrics/features/{featureName}': { path: { readonly featureName: string }; query: object; body: undefined; answer: { readonly version: 1; readonly maturity: "stable"; readonly featureName: string; readonly lastHourUsage: readonly { readonly environment: string; readonly timestamp: string; readonly yes: number; readonly no: number }[]; readonly seenApplications: readonly string[] } };
  /** Get the usage of a feature by hour, environment and application. */
  'GET /api/admin/client-metrics/features/{featureName}/raw': { path: { readonly featureName: string }; query: { readonly hoursBack?: string }; body: undefined; answer: { readonly version: 1; readonly maturity: "stable"; readonly featureName: string; readonly data: readonly { readonly featureName: string; readonly appName: string; readonly environment: string; readonly timestamp: string; readonly yes: number; readonly no: number; readonly variants: Readonly<Record<string, number>> }[] } };
  /** Validate a constraint. */
  'POST /api/admin/constraints/validate': { path: object; query: object; body: Constraint; answer: undefined };
  /** List the context fields and where they are used. */
  'GET /api/admin/context': { path: object; query: object; body: undefined; answer: readonly UsedContextField[] };
  /** Create a context field. */
  'POST /api/admin/context': { path: object; query: object; body: CreateContextField; answer: ContextField };
  /** Get a context field. */
  'GET /api/admin/context/{contextField}': { path: { readonly contextField: string }; query: object; body: undefined; answer: ContextField };
  /** Update a context field; omitted legal values are removed. */
  'PUT /api/admin/context/{contextField}': { path: { readonly contextField: string }; query: object; body: UpdateContextField; answer: undefined };
  /** Delete a context field that no constraint uses. */
  'DELETE /api/admin/context/{contextField}': { path: { readonly contextField: string }; query: object; body: undefined; answer: undefined };
  /** Add a legal value to a context field, or change its description. */
  'POST /api/admin/context/{contextField}/legal-values': { path: { readonly contextField: string }; query: object; body: LegalValue; answer: undefined };
  /** Remove a legal value from a context field; without any, every value is legal. */
  'DELETE /api/admin/context/{contextField}/legal-values/{legalValue}': { path: { readonly contextField: string; readonly legalValue: string }; query: object; body: undefined; answer: undefined };
  /** List the strategies whose constraints use a context field. */
  'GET /api/admin/context/{contextField}/strategies': { path: { readonly contextField: string }; query: object; body: undefined; answer: StrategyUseList };
  /** Validate the name of a new context field. */
  'POST /api/admin/context/validate': { path: object; query: object; body: { readonly name: UrlFriendlyName }; answer: undefined };
  /** List dead letters, oldest first. */
  'GET /api/admin/dead-letters/audit': { path: object; query: object; body: undefined; answer: DeadLetterList };
  /** Delete a dead letter. */
  'DELETE /api/admin/dead-letters/audit/{messageId}': { path: { readonly messageId: string }; query: object; body: undefined; answer: undefined };
  /** Replay dead letters: one by id, or up to 100 in order until one fails again. */
  'POST /api/admin/dead-letters/audit/replay': { path: object; query: object; body: { readonly id?: string }; answer: ReplayResult };
  /** List dead letters, oldest first. */
  'GET /api/admin/dead-letters/change-requests': { path: object; query: object; body: undefined; answer: DeadLetterList };
  /** Delete a dead letter. */
  'DELETE /api/admin/dead-letters/change-requests/{messageId}': { path: { readonly messageId: string }; query: object; body: undefined; answer: undefined };
  /** Replay dead letters: one by id, or up to 100 in order until one fails again. */
  'POST /api/admin/dead-letters/change-requests/replay': { path: object; query: object; body: { readonly id?: string }; answer: ReplayResult };
  /** List dead letters, oldest first. */
  'GET /api/admin/dead-letters/identity': { path: object; query: object; body: undefined; answer: DeadLetterList };
  /** Delete a dead letter. */
  'DELETE /api/admin/dead-letters/identity/{messageId}': { path: { readonly messageId: string }; query: object; body: undefined; answer: undefined };
  /** Replay dead letters: one by id, or up to 100 in order until one fails again. */
  'POST /api/admin/dead-letters/identity/replay': { path: object; query: object; body: { readonly id?: string }; answer: ReplayResult };
  /** List dead letters, oldest first. */
  'GET /api/admin/dead-letters/integrations': { path: object; query: object; body: undefined; answer: DeadLetterList };
  /** Delete a dead letter. */
  'DELETE /api/admin/dead-letters/integrations/{messageId}': { path: { readonly messageId: string }; query: object; body: undefined; answer: undefined };
  /** Replay dead letters: one by id, or up to 100 in order until one fails again. */
  'POST /api/admin/dead-letters/integrations/replay': { path: object; query: object; body: { readonly id?: string }; answer: ReplayResult };
  /** List dead letters, oldest first. */
  'GET /api/admin/dead-letters/toggles': { path: object; query: object; body: undefined; answer: DeadLetterList };
  /** Delete a dead letter. */
  'DELETE /api/admin/dead-letters/toggles/{messageId}': { path: { readonly messageId: string }; query: object; body: undefined; answer: undefined };
  /** Replay dead letters: one by id, or up to 100 in order until one fails again. */
  'POST /api/admin/dead-letters/toggles/replay': { path: object; query: object; body: { readonly id?: string }; answer: ReplayResult };
  /** Get the revision of the features that applications are served, and since when; with If-Min-Revision, once it is that or a later one. */
  'GET /api/admin/delivery/revision': { path: object; query: object; body: undefined; answer: { readonly revision: number; readonly since: string } };
  /** List the environments and how much each is used. */
  'GET /api/admin/environments': { path: object; query: object; body: undefined; answer: { readonly version: 1; readonly environments: readonly { readonly name: string; readonly type: string; readonly enabled: boolean; readonly protected: boolean; readonly sortOrder: number; readonly projectCount: number; readonly apiTokenCount: number; readonly enabledToggleCount: number }[] } };
  /** Create an environment. */
  'POST /api/admin/environments': { path: object; query: object; body: CreateEnvironment; answer: Environment };
  /** Get an environment. */
  'GET /api/admin/environments/{environment}': { path: { readonly environment: string }; query: object; body: undefined; answer: Environment };
  /** Delete an environment with all configuration in it. */
  'DELETE /api/admin/environments/{environment}': { path: { readonly environment: string }; query: object; body: undefined; answer: undefined };
  /** Clone an environment with all configuration in it. */
  'POST /api/admin/environments/{environment}/clone': { path: { readonly environment: string }; query: object; body: { readonly name: EnvironmentName; readonly type: string; readonly projects?: readonly string[]; readonly clonePermissions?: boolean }; answer: undefined };
  /** Switch an environment off, so that new projects do not use it. */
  'POST /api/admin/environments/{environment}/off': { path: { readonly environment: string }; query: object; body: undefined; answer: undefined };
  /** Switch an environment on, so that new projects use it. */
  'POST /api/admin/environments/{environment}/on': { path: { readonly environment: string }; query: object; body: undefined; answer: undefined };
  /** List all environments and how much a project uses each. */
  'GET /api/admin/environments/project/{projectId}': { path: { readonly projectId: string }; query: object; body: undefined; answer: { readonly version: 1; readonly environments: readonly { readonly name: string; readonly type: string; readonly enabled: boolean; readonly protected: boolean; readonly sortOrder: number; readonly visible: boolean; readonly projectApiTokenCount: number; readonly projectEnabledToggleCount: number; readonly defaultStrategy?: DefaultStrategy }[] } };
  /** Change the order of the environments. */
  'PUT /api/admin/environments/sort-order': { path: object; query: object; body: Readonly<Record<string, number>>; answer: undefined };
  /** Update the type or the sort order of an environment. */
  'PUT /api/admin/environments/update/{environment}': { path: { readonly environment: string }; query: object; body: UpdateEnvironment; answer: Environment };
  /** Validate the name of a new environment. */
  'POST /api/admin/environments/validate': { path: object; query: object; body: { readonly name: EnvironmentName }; answer: undefined };
  /** List the authors of the events that the caller may see. */
  'GET /api/admin/event-creators': { path: object; query: object; body: undefined; answer: readonly { readonly id: number | null; readonly name: string }[] };
  /** List the newest events, or all events of a project. */
  'GET /api/admin/events': { path: object; query: { readonly project?: string }; body: undefined; answer: EventList };
  /** List the newest events of a feature. */
  'GET /api/admin/events/{featureName}': { path: { readonly featureName: string }; query: object; body: undefined; answer: FeatureEventList };
  /** Search events. */
  'POST /api/admin/events/search': { path: object; query: object; body: { readonly type?: ("application-created" | "feature-created" | "feature-deleted" | "feature-updated" | "feature-metadata-updated" | "feature-variants-updated" | "feature-environment-variants-updated" | "feature-project-change" | "feature-archived" | "feature-revived" | "feature-import" | "feature-tagged" | "feature-tag-import" | "feature-strategy-update" | "feature-strategy-add" | "feature-strategy-remove" | "feature-type-updated" | "strategy-order-changed" | "drop-feature-tags" | "feature-untagged" | "feature-stale-on" | "feature-stale-off" | "drop-features" | "feature-environment-enabled" | "feature-environment-disabled" | "strategy-created" | "strategy-deleted" | "strategy-deprecated" | "strategy-reactivated" | "strategy-updated" | "strategy-import" | "drop-strategies" | "context-field-created" | "context-field-updated" | "context-field-deleted" | "project-access-added" | "project-access-user-roles-updated" | "project-access-group-roles-updated" | "project-access-user-roles-deleted" | "project-access-group-roles-deleted" | "project-access-updated" | "project-created" | "project-updated" | "project-deleted" | "project-import" | "project-user-added" | "project-user-removed" | "project-user-role-changed" | "project-group-role-changed" | "project-group-added" | "project-group-removed" | "role-created" | "role-updated" | "role-deleted" | "drop-projects" | "tag-created" | "tag-deleted" | "tag-import" | "drop-tags" | "tag-type-created" | "tag-type-deleted" | "tag-type-updated" | "tag-type-import" | "drop-tag-types" | "addon-config-created" | "addon-config-updated" | "addon-config-deleted" | "db-pool-update" | "user-created" | "user-updated" | "user-deleted" | "drop-environments" | "environment-import" | "environment-created" | "environment-updated" | "environment-deleted" | "segment-created" | "segment-updated" | "segment-deleted" | "group-created" | "group-updated" | "group-deleted" | "group-user-added" | "group-user-removed" | "setting-created" | "setting-updated" | "setting-deleted" | "client-metrics" | "client-register" | "pat-created" | "pat-deleted" | "public-signup-token-created" | "public-signup-token-user-added" | "public-signup-token-updated" | "change-request-created" | "change-request-discarded" | "change-added" | "change-discarded" | "change-edited" | "change-request-rejected" | "change-request-approved" | "change-request-approval-added" | "change-request-cancelled" | "change-request-sent-to-review" | "scheduled-change-request-executed" | "change-request-applied" | "change-request-scheduled" | "change-request-scheduled-application-success" | "change-request-scheduled-application-failure" | "change-request-configuration-updated" | "api-token-created" | "api-token-updated" | "api-token-deleted" | "feature-favorited" | "feature-unfavorited" | "project-favorited" | "project-unfavorited" | "features-exported" | "features-imported" | "service-account-created" | "service-account-deleted" | "service-account-updated" | "feature-potentially-stale-on" | "feature-dependency-added" | "feature-dependency-removed" | "feature-dependencies-removed" | "banner-created" | "banner-updated" | "banner-deleted" | "project-environment-added" | "project-environment-removed" | "default-strategy-updated" | "segment-import" | "incoming-webhook-created" | "incoming-webhook-updated" | "incoming-webhook-deleted" | "incoming-webhook-token-created" | "incoming-webhook-token-updated" | "incoming-webhook-token-deleted"); readonly project?: string; readonly feature?: string; readonly query?: string; readonly limit?: number; readonly offset?: number }; answer: EventList };
  /** List the feature types. */
  'GET /api/admin/feature-types': { path: object; query: object; body: undefined; answer: { readonly version: 1; readonly types: readonly FeatureType[] } };
  /** Set the expected lifetime of a feature type in days; null or 0 means unlimited. */
  'PUT /api/admin/feature-types/{id}/lifetime': { path: { readonly id: string }; query: object; body: { readonly lifetimeDays: number | null }; answer: FeatureType };
  /** List the active features of every project that the caller may see. */
  'GET /api/admin/features': { path: object; query: { readonly tag?: readonly string[]; readonly namePrefix?: string; readonly project?: readonly string[] }; body: undefined; answer: { readonly version: 1; readonly features: readonly { readonly name: string; readonly type: string; readonly description: string | null; readonly favorite: boolean; readonly createdAt: string; readonly stale: boolean; readonly impressionData: boolean; readonly lastSeenAt: string | null; readonly tags?: readonly Tag[]; readonly environments: readonly FeatureEnvironmentItem[]; readonly project: string }[] } };
  /** Export features with their configuration in one environment. */
  'POST /api/admin/features-batch/export': { path: object; query: object; body: ExportChoice; answer: ExportData };
  /** Import features into an environment of a project, all or none; what needs a change request is proposed. */
  'POST /api/admin/features-batch/import': { path: object; query: object; body: ImportEnvelope; answer: ImportOutcome };
  /** Validate an import: list its errors, warnings and missing permissions. */
  'POST /api/admin/features-batch/validate': { path: object; query: object; body: ImportEnvelope; answer: ImportReport };
  /** List the tags of a feature. */
  'GET /api/admin/features/{featureName}/tags': { path: { readonly featureName: string }; query: object; body: undefined; answer: TagList };
  /** Add a tag to a feature. */
  'POST /api/admin/features/{featureName}/tags': { path: { readonly featureName: string }; query: object; body: Tag; answer: Tag };
  /** Add tags to a feature and remove others. */
  'PUT /api/admin/features/{featureName}/tags': { path: { readonly featureName: string }; query: object; body: TagChange; answer: TagList };
  /** Remove a tag from a feature. */
  'DELETE /api/admin/features/{featureName}/tags/{type}/{value}': { path: { readonly featureName: string; readonly type: string; readonly value: string }; query: object; body: undefined; answer: undefined };
  /** Validate the name of a new feature. */
  'POST /api/admin/features/validate': { path: object; query: object; body: { readonly name: UrlFriendlyName; readonly projectId?: string | null }; answer: undefined };
  /** Accept that a console asked for feedback, which is not stored. */
  'POST /api/admin/feedback': { path: object; query: object; body: AskForFeedback; answer: Feedback };
  /** Accept that a console was given feedback, which is not stored. */
  'PUT /api/admin/feedback/{id}': { path: { readonly id: string }; query: object; body: { readonly neverShow: boolean }; answer: Feedback };
  /** List the users who created features in the projects that the caller may see. */
  'GET /api/admin/flag-creators': { path: object; query: object; body: undefined; answer: { readonly flagCreators: readonly Creator[]; readonly total: number } };
  /** List all groups, each with how many users it has and the first hundred of them. */
  'GET /api/admin/groups': { path: object; query: object; body: undefined; answer: { readonly groups: readonly Group[] } };
  /** Create a group of users. */
  'POST /api/admin/groups': { path: object; query: object; body: GroupInput; answer: Group };
  /** Get a group with its users. */
  'GET /api/admin/groups/{groupId}': { path: { readonly groupId: number }; query: object; body: undefined; answer: Group };
  /** Change a group and who belongs to it; what is left out stays. */
  'PUT /api/admin/groups/{groupId}': { path: { readonly groupId: number }; query: object; body: GroupInput; answer: Group };
  /** Delete a group with the access that it gave. */
  'DELETE /api/admin/groups/{groupId}': { path: { readonly groupId: number }; query: object; body: undefined; answer: undefined };
  /** Get what waits for the caller in all projects: the number of each kind, and the first five. */
  'GET /api/admin/inbox': { path: object; query: object; body: undefined; answer: { readonly reviews: InboxPart; readonly emergencies: InboxPart; readonly drafts: InboxPart; readonly scheduled: InboxPart } };
  /** Count what the instance holds. */
  'GET /api/admin/instance-admin/statistics': { path: object; query: object; body: undefined; answer: { readonly timestamp: string; readonly versionOSS: string; readonly versionEnterprise: ""; readonly users: number; readonly serviceAccounts: number; readonly apiTokens: { readonly admin: number; readonly client: number; readonly frontend: number }; readonly featureToggles: number; readonly archivedFeatureToggles: number; readonly projects: number; readonly contextFields: number; readonly environments: number; readonly segments: number; readonly strategies: number; readonly clientApps: readonly { readonly range: string; readonly count: number }[]; readonly maxEnvironmentStrategies: number } };
  /** Count what the instance holds, as a table. */
  'GET /api/admin/instance-admin/statistics/csv': { path: object; query: object; body: undefined; answer: undefined };
  /** List sign-up links with masked secrets, and who came through them. */
  'GET /api/admin/invite-link/tokens': { path: object; query: object; body: undefined; answer: { readonly tokens: readonly SignUpLink[] } };
  /** Create a link through which anybody may sign up as a viewer; only this response contains it. */
  'POST /api/admin/invite-link/tokens': { path: object; query: object; body: { readonly name: string; readonly expiresAt: string }; answer: WrittenSignUpLink };
  /** Get a sign-up link by its id, its secret, or its masked secret. */
  'GET /api/admin/invite-link/tokens/{token}': { path: { readonly token: string }; query: object; body: undefined; answer: SignUpLink };
  /** Switch a sign-up link on or off, or change when it expires. */
  'PUT /api/admin/invite-link/tokens/{token}': { path: { readonly token: string }; query: object; body: { readonly expiresAt?: string; readonly enabled?: boolean }; answer: WrittenSignUpLink };
  /** Count the features in each stage, in all projects that the caller may see. */
  'GET /api/admin/lifecycle/count': { path: object; query: object; body: undefined; answer: { readonly initial: number; readonly preLive: number; readonly live: number; readonly completed: number; readonly archived: number } };
  /** List the log-ins of the last two weeks, the latest first, as JSON or CSV. */
  'GET /api/admin/logins': { path: object; query: object; body: undefined; answer: { readonly events: readonly { readonly id: number; readonly createdAt: string; readonly userId: number | null; readonly username: string | null; readonly successful: boolean; readonly ip: string }[] } };
  /** Get the state of maintenance mode. */
  'GET /api/admin/maintenance': { path: object; query: object; body: undefined; answer: Maintenance };
  /** Switch maintenance mode on or off. */
  'POST /api/admin/maintenance': { path: object; query: object; body: Maintenance; answer: undefined };
  /** List the applications that use features. */
  'GET /api/admin/metrics/applications': { path: object; query: { readonly query?: string; readonly offset?: string; readonly limit?: string; readonly sortBy?: string; readonly sortOrder?: string }; body: undefined; answer: { readonly applications: readonly { readonly appName: string; readonly createdAt: string; readonly updatedAt: string; readonly description: string | null; readonly createdBy: string | null; readonly url: string | null; readonly color: string | null; readonly icon: string | null; readonly strategies: readonly string[]; readonly usage: readonly { readonly project: string; readonly environments: readonly string[] }[] }[]; readonly total: number } };
  /** Get an application with its instances and the features it uses. */
  'GET /api/admin/metrics/applications/{appName}': { path: { readonly appName: string }; query: object; body: undefined; answer: { readonly appName: string; readonly createdAt: string; readonly updatedAt: string; readonly description: string | null; readonly createdBy: string | null; readonly url: string | null; readonly color: string | null; readonly icon: string | null; readonly strategies: readonly { readonly name: string; readonly displayName?: string | null; readonly title?: string | null; readonly description?: string | null; readonly editable?: boolean; readonly deprecated?: boolean; readonly parameters?: readonly StrategyParameter[]; readonly notFound?: boolean }[]; readonly instances: readonly { readonly instanceId: string; readonly sdkVersion: string | null; readonly sdkType: string | null; readonly clientIp: null; readonly lastSeen: string; readonly appName: string; readonly environment: string; readonly createdAt: string }[]; readonly seenToggles: readonly { readonly name: string; readonly project: string; readonly type: string; readonly description: string | null; readonly stale: boolean; readonly impressionData: boolean; readonly archived: boolean; readonly createdAt: string }[]; readonly links: { readonly self: string } } };
  /** Describe an application, whether it has been seen or not. */
  'POST /api/admin/metrics/applications/{appName}': { path: { readonly appName: string }; query: object; body: { readonly description?: string | null; readonly url?: string | null; readonly color?: string | null; readonly icon?: string | null; readonly strategies?: readonly string[] }; answer: undefined };
  /** Forget an application until it is seen again. */
  'DELETE /api/admin/metrics/applications/{appName}': { path: { readonly appName: string }; query: object; body: undefined; answer: undefined };
  /** Read where an application runs, what it uses and what it asks for in vain. */
  'GET /api/admin/metrics/applications/{appName}/overview': { path: { readonly appName: string }; query: object; body: undefined; answer: { readonly projects: readonly string[]; readonly featureCount: number; readonly environments: readonly { readonly name: string; readonly instanceCount: number; readonly sdks: readonly string[]; readonly frontendSdks: readonly string[]; readonly backendSdks: readonly string[]; readonly lastSeen: string; readonly issues: { readonly missingFeatures: readonly string[]; readonly outdatedSdks: readonly string[] } }[]; readonly issues: { readonly missingStrategies: readonly string[] } } };
  /** List the instances of an application in one environment. */
  'GET /api/admin/metrics/instances/{appName}/environment/{environment}': { path: { readonly appName: string; readonly environment: string }; query: object; body: undefined; answer: { readonly instances: readonly Instance[] } };
  /** List the outdated SDKs of the last day, with the applications that use them. */
  'GET /api/admin/metrics/sdks/outdated': { path: object; query: object; body: undefined; answer: OutdatedSdks };
  /** List the names that applications ask for although no such feature exists. */
  'GET /api/admin/metrics/unknown-flags': { path: object; query: object; body: undefined; answer: { readonly unknownFlags: readonly { readonly name: string; readonly appName: string; readonly environment: string; readonly seenAt: string }[] } };
  /** List all permissions, those of environments once for each environment. */
  'GET /api/admin/permissions': { path: object; query: object; body: undefined; answer: { readonly version: number; readonly permissions: { readonly root: readonly Permission[]; readonly project: readonly Permission[]; readonly environments: readonly { readonly name: string; readonly permissions: readonly Permission[] }[] } } };
  /** Read what concerns the caller: projects, features, and whom to ask for more. */
  'GET /api/admin/personal-dashboard': { path: object; query: object; body: undefined; answer: { readonly projects: readonly { readonly id: string; readonly name: string; readonly health: number; readonly technicalDebt: number; readonly memberCount: number; readonly featureCount: number }[]; readonly flags: readonly { readonly name: string; readonly project: string; readonly type: string }[]; readonly projectOwners: readonly Owner[] } };
  /** Read how one project does, who changed what in it lately, and which roles the caller has there. */
  'GET /api/admin/personal-dashboard/{projectId}': { path: { readonly projectId: string }; query: object; body: undefined; answer: { readonly owners: readonly Owner[]; readonly roles: readonly { readonly id: number; readonly name: string; readonly type: string }[]; readonly onboardingStatus: OnboardingStatus; readonly insights: { readonly totalFlags: number; readonly activeFlags: number; readonly staleFlags: number; readonly potentiallyStaleFlags: number; readonly health: number; readonly technicalDebt: number; readonly avgHealthCurrentWindow: null; readonly avgHealthPastWindow: null }; readonly latestEvents: readonly { readonly id: number; readonly summary: string; readonly createdBy: string; readonly createdAt: string }[] } };
  /** Evaluate features in one environment for one context. */
  'POST /api/admin/playground': { path: object; query: object; body: BasicQuestion; answer: BasicAnswer };
  /** Evaluate features for every combination of environments and context values. */
  'POST /api/admin/playground/advanced': { path: object; query: object; body: AdvancedQuestion; answer: AdvancedAnswer };
  /** Evaluate the features of a change request as if it was applied. */
  'POST /api/admin/playground/change-request/{id}': { path: { readonly id: number }; query: object; body: { readonly context: EvaluatedContext }; answer: AdvancedAnswer };
  /** Tell for which of several contexts all of these constraints hold, as those of a segment have to. */
  'POST /api/admin/playground/constraints': { path: object; query: object; body: { readonly constraints: readonly Constraint[]; readonly contexts: readonly EvaluatedContext[] }; answer: { readonly contexts: readonly { readonly holds: boolean; readonly missed?: Constraint; readonly given?: string | null }[] } };
  /** List the projects that the caller may see. */
  'GET /api/admin/projects': { path: object; query: { readonly archived?: boolean }; body: undefined; answer: { readonly version: 1; readonly projects: readonly { readonly id: string; readonly name: string; readonly description: string | null; readonly mode: ProjectMode; readonly defaultStickiness: string; readonly health: number; readonly featureCount: number; readonly memberCount: number; readonly favorite: boolean; readonly createdAt: string; readonly updatedAt: string | null; readonly technicalDebt: number; readonly onboardingStatus: OnboardingStatus; readonly lastUpdatedAt: string | null; readonly lastReportedFlagUsage: string | null; readonly archivedAt: null; readonly owners: readonly Owner[] }[] } };
  /** Create a project. */
  'POST /api/admin/projects': { path: object; query: object; body: CreateProject; answer: CreatedProject };
  /** Get a project with its environments and active features. */
  'GET /api/admin/projects/{projectId}': { path: { readonly projectId: string }; query: object; body: undefined; answer: { readonly version: 1; readonly name: string; readonly description: string | null; readonly mode: ProjectMode; readonly defaultStickiness: string; readonly featureLimit: number | null; readonly featureNaming: FeatureNaming; readonly members: number; readonly health: number; readonly favorite: boolean; readonly environments: readonly EnvironmentOfProject[]; readonly createdAt: string; readonly updatedAt: string | null; readonly features: readonly FeatureItem[] } };
  /** Update the name and the settings of a project. */
  'PUT /api/admin/projects/{projectId}': { path: { readonly projectId: string }; query: object; body: UpdateProject; answer: undefined };
  /** Delete a project and its archived features; it must have no active ones. */
  'DELETE /api/admin/projects/{projectId}': { path: { readonly projectId: string }; query: object; body: undefined; answer: undefined };
  /** Get the users and groups that hold roles in a project, and the roles that there are. */
  'GET /api/admin/projects/{projectId}/access': { path: { readonly projectId: string }; query: object; body: undefined; answer: ProjectAccess };
  /** Give each of the users and groups each of the roles in a project. */
  'POST /api/admin/projects/{projectId}/access': { path: { readonly projectId: string }; query: object; body: { readonly groups?: HolderIds; readonly users?: HolderIds; readonly roles: readonly number[] }; answer: undefined };
  /** Replace the whole access of a project: who is not named loses it. */
  'PUT /api/admin/projects/{projectId}/access': { path: { readonly projectId: string }; query: object; body: { readonly roles: readonly { readonly id: number; readonly groups?: HolderIds; readonly users?: HolderIds }[] }; answer: undefined };
  /** List the API tokens that name the project, with masked secrets. */
  'GET /api/admin/projects/{projectId}/api-tokens': { path: { readonly projectId: string }; query: object; body: undefined; answer: ApiTokens };
  /** Create an API token of the project and no other; only this response contains its secret. */
  'POST /api/admin/projects/{projectId}/api-tokens': { path: { readonly projectId: string }; query: object; body: CreateTokenOfProject; answer: ApiToken };
  /** Revoke an API token of the project by its id, its secret, or its masked secret. */
  'DELETE /api/admin/projects/{projectId}/api-tokens/{token}': { path: { readonly projectId: string; readonly token: string }; query: object; body: undefined; answer: undefined };
  /** List the applications that use features of a project. */
  'GET /api/admin/projects/{projectId}/applications': { path: { readonly projectId: string }; query: { readonly query?: string; readonly offset?: string; readonly limit?: string; readonly sortBy?: string; readonly sortOrder?: string }; body: undefined; answer: { readonly applications: readonly { readonly name: string; readonly environments: readonly string[]; readonly instances: readonly string[]; readonly sdks: readonly { readonly name: string; readonly versions: readonly string[] }[] }[]; readonly total: number } };
  /** Archive several features. */
  'POST /api/admin/projects/{projectId}/archive': { path: { readonly projectId: string }; query: object; body: FeatureNames; answer: undefined };
  /** Preview what archiving several features would affect. */
  'POST /api/admin/projects/{projectId}/archive/validate': { path: { readonly projectId: string }; query: object; body: FeatureNames; answer: { readonly parentsWithChildFeatures: readonly string[]; readonly hasDeletedDependencies: boolean } };
  /** Switch several features off in one environment, all or none. */
  'POST /api/admin/projects/{projectId}/bulk_features/environments/{environment}/off': { path: { readonly projectId: string; readonly environment: string }; query: object; body: FeatureNames; answer: undefined };
  /** Switch several features on in one environment, all or none. */
  'POST /api/admin/projects/{projectId}/bulk_features/environments/{environment}/on': { path: { readonly projectId: string; readonly environment: string }; query: { readonly shouldActivateDisabledStrategies?: boolean }; body: FeatureNames; answer: undefined };
  /** List the change requests of a project, the newest first, without payloads. */
  'GET /api/admin/projects/{projectId}/change-requests': { path: { readonly projectId: string }; query: object; body: undefined; answer: readonly ChangeRequest[] };
  /** Replace a change of a change request; whoever approved has to look again. */
  'PUT /api/admin/projects/{projectId}/change-requests/{crId}/changes/{changeId}': { path: { readonly projectId: string; readonly crId: number; readonly changeId: number }; query: object; body: ChangeInput; answer: ChangeRequest };
  /** Take a change out of a change request; whoever approved has to look again. */
  'DELETE /api/admin/projects/{projectId}/change-requests/{crId}/changes/{changeId}': { path: { readonly projectId: string; readonly crId: number; readonly changeId: number }; query: object; body: undefined; answer: undefined };
  /** Get one change request, with what stands in its way. */
  'GET /api/admin/projects/{projectId}/change-requests/{id}': { path: { readonly projectId: string; readonly id: number }; query: object; body: undefined; answer: ChangeRequest };
  /** Throw a draft away. */
  'DELETE /api/admin/projects/{projectId}/change-requests/{id}': { path: { readonly projectId: string; readonly id: number }; query: object; body: undefined; answer: undefined };
  /** List the users who were asked to look at a change request. */
  'GET /api/admin/projects/{projectId}/change-requests/{id}/approvers': { path: { readonly projectId: string; readonly id: number }; query: object; body: undefined; answer: ReviewerList };
  /** Ask users to look at a change request, in place of those who were asked before. */
  'PUT /api/admin/projects/{projectId}/change-requests/{id}/approvers': { path: { readonly projectId: string; readonly id: number }; query: object; body: { readonly reviewers: readonly number[] }; answer: undefined };
  /** Comment on a change request. */
  'POST /api/admin/projects/{projectId}/change-requests/{id}/comments': { path: { readonly projectId: string; readonly id: number }; query: object; body: { readonly text: string }; answer: undefined };
  /** Get who would get another answer if a change request was applied. */
  'GET /api/admin/projects/{projectId}/change-requests/{id}/impact': { path: { readonly projectId: string; readonly id: number }; query: object; body: undefined; answer: Impact };
  /** Say afterwards why something was written directly in an emergency. */
  'PUT /api/admin/projects/{projectId}/change-requests/{id}/reason': { path: { readonly projectId: string; readonly id: number }; query: object; body: { readonly reason: string }; answer: undefined };
  /** Say that one has looked at what somebody else has written directly. */
  'PUT /api/admin/projects/{projectId}/change-requests/{id}/reviewed': { path: { readonly projectId: string; readonly id: number }; query: object; body: undefined; answer: undefined };
  /** Send a change request to review, approve, reject, cancel, schedule or apply it. */
  'PUT /api/admin/projects/{projectId}/change-requests/{id}/state': { path: { readonly projectId: string; readonly id: number }; query: object; body: { readonly state: ("In review" | "Approved" | "Scheduled" | "Applied" | "Cancelled" | "Rejected"); readonly scheduledAt?: string; readonly comment?: string; readonly contentHash?: string }; answer: ChangeRequest };
  /** Give a change request a title, until it is applied, rejected or cancelled. */
  'PUT /api/admin/projects/{projectId}/change-requests/{id}/title': { path: { readonly projectId: string; readonly id: number }; query: object; body: { readonly title: string }; answer: undefined };
  /** Count the change requests of a project that wait for what the caller may do: approve, apply, or look at a direct write. */
  'GET /api/admin/projects/{projectId}/change-requests/actionable': { path: { readonly projectId: string }; query: object; body: undefined; answer: Total };
  /** List the users who may approve change requests in an environment of a project, a thousand at most. */
  'GET /api/admin/projects/{projectId}/change-requests/available-reviewers/{environment}': { path: { readonly projectId: string; readonly environment: string }; query: object; body: undefined; answer: ReviewerList };
  /** List what each environment of a project demands of changes. */
  'GET /api/admin/projects/{projectId}/change-requests/config': { path: { readonly projectId: string }; query: object; body: undefined; answer: readonly ChangeRequestConfiguration[] };
  /** Count the change requests of a project by what has become of them. */
  'GET /api/admin/projects/{projectId}/change-requests/count': { path: { readonly projectId: string }; query: object; body: undefined; answer: { readonly total: number; readonly applied: number; readonly rejected: number; readonly reviewRequired: number; readonly approved: number; readonly scheduled: number } };
  /** List the own change requests that are open: drafts, in review and approved. */
  'GET /api/admin/projects/{projectId}/change-requests/open': { path: { readonly projectId: string }; query: object; body: undefined; answer: readonly ChangeRequest[] };
  /** List the own change requests that are open: drafts, in review and approved. */
  'GET /api/admin/projects/{projectId}/change-requests/pending': { path: { readonly projectId: string }; query: object; body: undefined; answer: readonly ChangeRequest[] };
  /** List the open change requests that touch a feature, with its changes alone, the newest first. */
  'GET /api/admin/projects/{projectId}/change-requests/pending/{featureName}': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: undefined; answer: readonly ChangeRequest[] };
  /** List the scheduled change requests that touch a feature, a strategy or the variants of a feature. */
  'GET /api/admin/projects/{projectId}/change-requests/scheduled': { path: { readonly projectId: string }; query: { readonly feature?: readonly string[]; readonly strategyId?: readonly string[]; readonly variantForFlag?: readonly string[] }; body: undefined; answer: readonly { readonly id: number; readonly environment: string; readonly title?: string }[] };
  /** List the context fields of a project; with include=root, those of the whole instance too. */
  'GET /api/admin/projects/{projectId}/context': { path: { readonly projectId: string }; query: { readonly include?: ("root") }; body: undefined; answer: readonly UsedContextField[] };
  /** Delete several archived features permanently. */
  'POST /api/admin/projects/{projectId}/delete': { path: { readonly projectId: string }; query: object; body: FeatureNames; answer: undefined };
  /** Check whether the instance has any feature dependencies. */
  'GET /api/admin/projects/{projectId}/dependencies': { path: { readonly projectId: string }; query: object; body: undefined; answer: boolean };
  /** Get the lead times of a project’s features, from creation to production. */
  'GET /api/admin/projects/{projectId}/dora': { path: { readonly projectId: string }; query: object; body: undefined; answer: LeadTimes };
  /** Add an environment to a project. */
  'POST /api/admin/projects/{projectId}/environments': { path: { readonly projectId: string }; query: object; body: { readonly environment: EnvironmentName; readonly changeRequestsEnabled?: boolean; readonly defaultStrategy?: CreateStrategy }; answer: undefined };
  /** Remove an environment from a project. */
  'DELETE /api/admin/projects/{projectId}/environments/{environment}': { path: { readonly projectId: string; readonly environment: string }; query: object; body: undefined; answer: undefined };
  /** Propose one change or several: to the own open change request of the environment, else in a new draft. */
  'POST /api/admin/projects/{projectId}/environments/{environment}/change-requests': { path: { readonly projectId: string; readonly environment: string }; query: object; body: (ChangeInput | readonly ChangeInput[]); answer: ChangeRequest };
  /** Set whether an environment of a project asks for change requests, and what it demands of them. */
  'PUT /api/admin/projects/{projectId}/environments/{environment}/change-requests/config': { path: { readonly projectId: string; readonly environment: string }; query: object; body: ConfigureChangeRequests; answer: undefined };
  /** Set the default strategy of a project in one environment. */
  'POST /api/admin/projects/{projectId}/environments/{environment}/default-strategy': { path: { readonly projectId: string; readonly environment: string }; query: object; body: CreateStrategy; answer: DefaultStrategy };
  /** List the active features of a project that another environment has otherwise: switch, strategies, variants. */
  'GET /api/admin/projects/{projectId}/environments/{environment}/differences': { path: { readonly projectId: string; readonly environment: string }; query: { readonly to: string; readonly offset?: number; readonly limit?: number }; body: undefined; answer: { readonly total: number; readonly features: readonly { readonly name: string; readonly from: ComparedSide; readonly to: ComparedSide }[] } };
  /** Add a project to the caller’s favorites. */
  'POST /api/admin/projects/{projectId}/favorites': { path: { readonly projectId: string }; query: object; body: undefined; answer: undefined };
  /** Remove a project from the caller’s favorites. */
  'DELETE /api/admin/projects/{projectId}/favorites': { path: { readonly projectId: string }; query: object; body: undefined; answer: undefined };
  /** List the active features of a project. */
  'GET /api/admin/projects/{projectId}/features': { path: { readonly projectId: string }; query: { readonly tag?: readonly string[]; readonly namePrefix?: string }; body: undefined; answer: { readonly version: 2; readonly features: readonly FeatureItem[] } };
  /** Create a feature. */
  'POST /api/admin/projects/{projectId}/features': { path: { readonly projectId: string }; query: object; body: CreateFeature; answer: FeatureMetadata };
  /** Get a feature with its configuration in each environment. */
  'GET /api/admin/projects/{projectId}/features/{featureName}': { path: { readonly projectId: string; readonly featureName: string }; query: { readonly variantEnvironments?: boolean; readonly with?: ("reach") }; body: undefined; answer: FeatureDetail };
  /** Update a feature; omitted properties stay unchanged. */
  'PUT /api/admin/projects/{projectId}/features/{featureName}': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: UpdateFeature; answer: UpdatedFeature };
  /** Patch the metadata of a feature with a JSON Patch. */
  'PATCH /api/admin/projects/{projectId}/features/{featureName}': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: JsonPatch; answer: UpdatedFeature };
  /** Archive a feature. */
  'DELETE /api/admin/projects/{projectId}/features/{featureName}': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: undefined; answer: undefined };
  /** Move a feature to another project. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/changeProject': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: { readonly newProjectId: string }; answer: undefined };
  /** Clone a feature with its strategies and variants, switched off in every environment. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/clone': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: { readonly name: UrlFriendlyName; readonly replaceGroupId?: boolean }; answer: FeatureMetadata };
  /** Make a feature depend on a parent, replacing its current parent. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/dependencies': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: AddDependency; answer: undefined };
  /** Remove all dependencies of a feature. */
  'DELETE /api/admin/projects/{projectId}/features/{featureName}/dependencies': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: undefined; answer: undefined };
  /** Remove the dependency of a feature on a parent. */
  'DELETE /api/admin/projects/{projectId}/features/{featureName}/dependencies/{parent}': { path: { readonly projectId: string; readonly featureName: string; readonly parent: string }; query: object; body: undefined; answer: undefined };
  /** Get the configuration of a feature in one environment. */
  'GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string }; query: object; body: undefined; answer: { readonly name: string; readonly environment: string; readonly enabled: boolean; readonly strategies: readonly StrategyOfFeature[] } };
  /** Switch a feature off in one environment. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/off': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string }; query: { readonly emergency?: boolean }; body: undefined; answer: undefined };
  /** Switch a feature on in one environment. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/on': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string }; query: { readonly shouldActivateDisabledStrategies?: boolean }; body: undefined; answer: undefined };
  /** List the strategies of a feature in one environment, in evaluation order. */
  'GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string }; query: object; body: undefined; answer: readonly FeatureStrategy[] };
  /** Add a strategy to a feature in one environment. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string }; query: object; body: CreateStrategy; answer: FeatureStrategy };
  /** Get a strategy of a feature. */
  'GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string; readonly strategyId: string }; query: object; body: undefined; answer: FeatureStrategy };
  /** Update a strategy of a feature; omitted constraints and variants are removed. */
  'PUT /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string; readonly strategyId: string }; query: object; body: UpdateStrategy; answer: FeatureStrategy };
  /** Patch a strategy of a feature with a JSON Patch. */
  'PATCH /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string; readonly strategyId: string }; query: object; body: JsonPatch; answer: FeatureStrategy };
  /** Delete a strategy of a feature. */
  'DELETE /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string; readonly strategyId: string }; query: object; body: undefined; answer: undefined };
  /** Change the evaluation order of a feature’s strategies. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/set-sort-order': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string }; query: object; body: StrategyOrder; answer: undefined };
  /** List the variants of a feature in one environment. */
  'GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/variants': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string }; query: object; body: undefined; answer: VariantList };
  /** Replace the variants of a feature in one environment. */
  'PUT /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/variants': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string }; query: object; body: FeatureVariants; answer: VariantList };
  /** Patch the variants of a feature in one environment with a JSON Patch. */
  'PATCH /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/variants': { path: { readonly projectId: string; readonly featureName: string; readonly environment: string }; query: object; body: JsonPatch; answer: VariantList };
  /** Add a feature to the caller’s favorites. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/favorites': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: undefined; answer: undefined };
  /** Remove a feature from the caller’s favorites. */
  'DELETE /api/admin/projects/{projectId}/features/{featureName}/favorites': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: undefined; answer: undefined };
  /** List the stages that a feature has gone through, the current one last. */
  'GET /api/admin/projects/{projectId}/features/{featureName}/lifecycle': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: undefined; answer: readonly EnteredStage[] };
  /** Declare a feature completed: kept, perhaps with one of its variants, or discarded. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/lifecycle/complete': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: { readonly status: ("kept" | "discarded"); readonly statusValue?: string | null }; answer: undefined };
  /** Take a feature back to the stage that it was in before it was completed. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/lifecycle/uncomplete': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: undefined; answer: undefined };
  /** Add a link to a feature. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/link': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: LinkInput; answer: undefined };
  /** Update the address and the title of a link. */
  'PUT /api/admin/projects/{projectId}/features/{featureName}/link/{linkId}': { path: { readonly projectId: string; readonly featureName: string; readonly linkId: string }; query: object; body: LinkInput; answer: undefined };
  /** Remove a link from a feature. */
  'DELETE /api/admin/projects/{projectId}/features/{featureName}/link/{linkId}': { path: { readonly projectId: string; readonly featureName: string; readonly linkId: string }; query: object; body: undefined; answer: undefined };
  /** List the variants of a feature that a dependent feature can require. */
  'GET /api/admin/projects/{projectId}/features/{featureName}/parent-variants': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: undefined; answer: readonly string[] };
  /** List the features that can become the parent of a feature. */
  'GET /api/admin/projects/{projectId}/features/{featureName}/parents': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: undefined; answer: readonly string[] };
  /** Tell who gets a feature and what decides, in several environments, and how a draft of changes would alter it. */
  'POST /api/admin/projects/{projectId}/features/{featureName}/preview': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: PreviewQuestion; answer: PreviewAnswer };
  /** List the variants that a feature has in any environment. */
  'GET /api/admin/projects/{projectId}/features/{featureName}/variants': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: undefined; answer: VariantList };
  /** Replace the variants of a feature in all environments. */
  'PUT /api/admin/projects/{projectId}/features/{featureName}/variants': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: FeatureVariants; answer: VariantList };
  /** Patch the variants of a feature in all environments with a JSON Patch. */
  'PATCH /api/admin/projects/{projectId}/features/{featureName}/variants': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: JsonPatch; answer: VariantList };
  /** Replace the variants of a feature in several environments, all or none. */
  'PUT /api/admin/projects/{projectId}/features/{featureName}/variants-batch': { path: { readonly projectId: string; readonly featureName: string }; query: object; body: { readonly environments: readonly string[]; readonly variants: FeatureVariants }; answer: VariantList };
  /** List the users who created features of a project. */
  'GET /api/admin/projects/{projectId}/flag-creators': { path: { readonly projectId: string }; query: object; body: undefined; answer: readonly Creator[] };
  /** Replace the roles of a group in a project. */
  'PUT /api/admin/projects/{projectId}/groups/{groupId}/roles': { path: { readonly projectId: string; readonly groupId: number }; query: object; body: RolesInput; answer: undefined };
  /** Take every role in a project from a group. */
  'DELETE /api/admin/projects/{projectId}/groups/{groupId}/roles': { path: { readonly projectId: string; readonly groupId: number }; query: object; body: undefined; answer: undefined };
  /** Give a group one more role in a project. */
  'POST /api/admin/projects/{projectId}/groups/{groupId}/roles/{roleId}': { path: { readonly projectId: string; readonly groupId: number; readonly roleId: number }; query: object; body: undefined; answer: undefined };
  /** Give a group this role in a project in place of those that it has there. */
  'PUT /api/admin/projects/{projectId}/groups/{groupId}/roles/{roleId}': { path: { readonly projectId: string; readonly groupId: number; readonly roleId: number }; query: object; body: undefined; answer: undefined };
  /** Take one role in a project from a group. */
  'DELETE /api/admin/projects/{projectId}/groups/{groupId}/roles/{roleId}': { path: { readonly projectId: string; readonly groupId: number; readonly roleId: number }; query: object; body: undefined; answer: undefined };
  /** Get the health report of a project. */
  'GET /api/admin/projects/{projectId}/health-report': { path: { readonly projectId: string }; query: object; body: undefined; answer: { readonly version: 1; readonly name: string; readonly description: string | null; readonly mode: ProjectMode; readonly defaultStickiness: string; readonly featureLimit: number | null; readonly featureNaming: FeatureNaming; readonly members: number; readonly health: number; readonly favorite: boolean; readonly environments: readonly EnvironmentOfProject[]; readonly createdAt: string; readonly updatedAt: string | null; readonly stats: Stats; readonly features: readonly FeatureItem[]; readonly activeCount: number; readonly staleCount: number; readonly potentiallyStaleCount: number } };
  /** Read how a project does: its figures, health, technical debt, lead times and members. */
  'GET /api/admin/projects/{projectId}/insights': { path: { readonly projectId: string }; query: object; body: undefined; answer: { readonly stats: Stats; readonly featureTypeCounts: readonly TypeCount[]; readonly technicalDebt: Rating; readonly health: Rating; readonly leadTime: LeadTimes; readonly members: { readonly currentMembers: number; readonly change: number } } };
  /** Get the key figures of a project. */
  'GET /api/admin/projects/{projectId}/overview': { path: { readonly projectId: string }; query: object; body: undefined; answer: { readonly version: 1; readonly name: string; readonly description: string | null; readonly mode: ProjectMode; readonly defaultStickiness: string; readonly featureLimit: number | null; readonly featureNaming: FeatureNaming; readonly members: number; readonly health: number; readonly favorite: boolean; readonly environments: readonly EnvironmentOfProject[]; readonly createdAt: string; readonly updatedAt: string | null; readonly stats: Stats; readonly technicalDebt: number; readonly onboardingStatus: OnboardingStatus; readonly linkTemplates: readonly LinkTemplate[]; readonly featureTypeCounts: readonly TypeCount[] } };
  /** List the personas of a project. */
  'GET /api/admin/projects/{projectId}/personas': { path: { readonly projectId: string }; query: object; body: undefined; answer: { readonly version: 1; readonly personas: readonly Persona[] } };
  /** Create a persona, a named context for evaluations. */
  'POST /api/admin/projects/{projectId}/personas': { path: { readonly projectId: string }; query: object; body: WritePersona; answer: Persona };
  /** Get a persona. */
  'GET /api/admin/projects/{projectId}/personas/{personaId}': { path: { readonly projectId: string; readonly personaId: string }; query: object; body: undefined; answer: Persona };
  /** Update a persona; an omitted description stays unchanged. */
  'PUT /api/admin/projects/{projectId}/personas/{personaId}': { path: { readonly projectId: string; readonly personaId: string }; query: object; body: WritePersona; answer: Persona };
  /** Delete a persona. */
  'DELETE /api/admin/projects/{projectId}/personas/{personaId}': { path: { readonly projectId: string; readonly personaId: string }; query: object; body: undefined; answer: undefined };
  /** Revive several archived features, switched off in every environment. */
  'POST /api/admin/projects/{projectId}/revive': { path: { readonly projectId: string }; query: object; body: FeatureNames; answer: undefined };
  /** Give each of the users and groups one role in a project. */
  'POST /api/admin/projects/{projectId}/role/{roleId}/access': { path: { readonly projectId: string; readonly roleId: number }; query: object; body: { readonly groups?: HolderIds; readonly users?: HolderIds }; answer: undefined };
  /** List the outdated SDKs of the last day, with the applications of a project that use them. */
  'GET /api/admin/projects/{projectId}/sdks/outdated': { path: { readonly projectId: string }; query: object; body: undefined; answer: OutdatedSdks };
  /** Update the mode, the feature limit, the naming pattern and the link templates of a project. */
  'PUT /api/admin/projects/{projectId}/settings': { path: { readonly projectId: string }; query: object; body: { readonly mode?: ProjectMode; readonly defaultStickiness?: string; readonly featureLimit?: number | null; readonly featureNaming?: FeatureNamingInput; readonly linkTemplates?: LinkTemplatesInput }; answer: undefined };
  /** Mark several features as stale, or as no longer stale. */
  'POST /api/admin/projects/{projectId}/stale': { path: { readonly projectId: string }; query: object; body: { readonly features: readonly string[]; readonly stale: boolean }; answer: undefined };
  /** Get the status of a project: resources, events by day, health, stages of features. */
  'GET /api/admin/projects/{projectId}/status': { path: { readonly projectId: string }; query: object; body: undefined; answer: { readonly resources: { readonly members: number; readonly apiTokens: number; readonly segments: number }; readonly activityCountByDate: readonly { readonly date: string; readonly count: number }[]; readonly health: CurrentShare; readonly technicalDebt: CurrentShare; readonly lifecycleSummary: StageSummary; readonly staleFlags: Total } };
  /** Add tags to several features and remove others. */
  'PUT /api/admin/projects/{projectId}/tags': { path: { readonly projectId: string }; query: object; body: { readonly features: readonly string[]; readonly tags: TagChange }; answer: undefined };
  /** List the users that hold roles in a project. */
  'GET /api/admin/projects/{projectId}/users': { path: { readonly projectId: string }; query: object; body: undefined; answer: ProjectUsers };
  /** Replace the roles of a user in a project. */
  'PUT /api/admin/projects/{projectId}/users/{userId}/roles': { path: { readonly projectId: string; readonly userId: number }; query: object; body: RolesInput; answer: undefined };
  /** Take every role in a project from a user. */
  'DELETE /api/admin/projects/{projectId}/users/{userId}/roles': { path: { readonly projectId: string; readonly userId: number }; query: object; body: undefined; answer: undefined };
  /** Give a user one more role in a project. */
  'POST /api/admin/projects/{projectId}/users/{userId}/roles/{roleId}': { path: { readonly projectId: string; readonly userId: number; readonly roleId: number }; query: object; body: undefined; answer: undefined };
  /** Give a user this role in a project in place of those that it has there. */
  'PUT /api/admin/projects/{projectId}/users/{userId}/roles/{roleId}': { path: { readonly projectId: string; readonly userId: number; readonly roleId: number }; query: object; body: undefined; answer: undefined };
  /** Take one role in a project from a user. */
  'DELETE /api/admin/projects/{projectId}/users/{userId}/roles/{roleId}': { path: { readonly projectId: string; readonly userId: number; readonly roleId: number }; query: object; body: undefined; answer: undefined };
  /** List the projects in which somebody holds a role, with the number of users and groups. */
  'GET /api/admin/projects/roles/{roleId}/access': { path: { readonly roleId: number }; query: object; body: undefined; answer: { readonly projects: readonly { readonly project: string; readonly role: number; readonly userCount: number; readonly serviceAccountCount: number; readonly groupCount: number }[] } };
  /** Validate the id of a new project. */
  'POST /api/admin/projects/validate': { path: object; query: object; body: { readonly id: UrlFriendlyName }; answer: undefined };
  /** Accept an error of a console, which is not stored. */
  'POST /api/admin/record-ui-error': { path: object; query: object; body: Readonly<Record<string, unknown>>; answer: undefined };
  /** List all roles, predefined and custom, without their permissions. */
  'GET /api/admin/roles': { path: object; query: object; body: undefined; answer: RolesAnswer };
  /** Create a custom role, for projects or for the whole instance. */
  'POST /api/admin/roles': { path: object; query: object; body: RoleInput; answer: RoleAnswer };
  /** Get a role with its permissions. */
  'GET /api/admin/roles/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: RoleWithPermissions };
  /** Change the name, description or permissions of a custom role; what is left out stays. */
  'PUT /api/admin/roles/{id}': { path: { readonly id: number }; query: object; body: RoleInput; answer: RoleAnswer };
  /** Delete a custom role that nobody holds. */
  'DELETE /api/admin/roles/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: undefined };
  /** Check whether a role could be created, and answer it as it would be stored. */
  'POST /api/admin/roles/validate': { path: object; query: object; body: RoleInput; answer: { readonly name: string; readonly description: string; readonly type: string; readonly permissions: readonly { readonly name: string; readonly environment?: string }[] } };
  /** Get whether an identity provider may provision users (SCIM). */
  'GET /api/admin/scim-settings': { path: object; query: object; body: undefined; answer: ScimSettings };
  /** Set whether an identity provider may provision users; the first time, this response alone contains the token. */
  'POST /api/admin/scim-settings': { path: object; query: object; body: Maintenance; answer: ScimSettings };
  /** Make another token for provisioning; the one before counts no longer, and only this response contains the new one. */
  'POST /api/admin/scim-settings/generate-new-token': { path: object; query: object; body: undefined; answer: { readonly token: string } };
  /** Search features, segments and projects that the caller may see by name, the best first. */
  'GET /api/admin/search': { path: object; query: { readonly q: string; readonly kinds?: string; readonly limit?: number }; body: undefined; answer: { readonly found: readonly { readonly kind: ("feature" | "segment" | "project"); readonly id: string; readonly name: string; readonly project: string | null }[] } };
  /** Search the change requests of all projects that the caller may see, the newest first. */
  'GET /api/admin/search/change-requests': { path: object; query: { readonly createdBy?: string; readonly requestedApproverId?: string; readonly state?: ("IS:open" | "IS:closed" | "IS:Draft" | "IS:In review" | "IS:Approved" | "IS:Scheduled" | "IS:Applied" | "IS:Cancelled" | "IS:Rejected"); readonly project?: string; readonly waitingFor?: "me"; readonly offset?: number; readonly limit?: number }; body: undefined; answer: { readonly changeRequests: readonly FoundChangeRequest[]; readonly total: number } };
  /** Search and filter events. */
  'GET /api/admin/search/events': { path: object; query: { readonly query?: string; readonly type?: string; readonly project?: string; readonly feature?: string; readonly environment?: string; readonly createdBy?: string; readonly id?: string; readonly groupId?: string; readonly from?: string; readonly to?: string; readonly before?: number; readonly offset?: number; readonly limit?: number }; body: undefined; answer: { readonly events: readonly DescribedEvent[]; readonly total: number; readonly incompleteResults?: true } };
  /** Search the features of every project that the caller may see. */
  'GET /api/admin/search/features': { path: object; query: { readonly query?: string; readonly project?: string; readonly state?: string; readonly type?: readonly string[]; readonly tag?: string; readonly segment?: string; readonly status?: readonly string[]; readonly offset?: string; readonly limit?: string; readonly sortBy?: string; readonly sortOrder?: string; readonly favoritesFirst?: string; readonly createdAt?: string; readonly lastSeenAt?: string; readonly createdBy?: string; readonly archived?: string; readonly lifecycle?: string; readonly favorite?: string; readonly changedAt?: string; readonly reach?: readonly string[]; readonly with?: string }; body: undefined; answer: { readonly features: readonly FoundFeature[]; readonly total: number } };
  /** List the segments that the caller may see, and where they are used. */
  'GET /api/admin/segments': { path: object; query: object; body: undefined; answer: { readonly segments: readonly UsedSegment[] } };
  /** Create a segment. */
  'POST /api/admin/segments': { path: object; query: object; body: WriteSegment; answer: Segment };
  /** Get a segment. */
  'GET /api/admin/segments/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: Segment };
  /** Update a segment; without a project it becomes a global segment. */
  'PUT /api/admin/segments/{id}': { path: { readonly id: number }; query: object; body: WriteSegment; answer: undefined };
  /** Delete a segment that nothing uses. */
  'DELETE /api/admin/segments/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: undefined };
  /** List the strategies that use a segment, and those that open change requests would have use it. */
  'GET /api/admin/segments/{id}/strategies': { path: { readonly id: number }; query: object; body: undefined; answer: { readonly strategies: readonly StrategyUse[]; readonly changeRequestStrategies: readonly ProposedStrategyUse[] } };
  /** Set the segments of a strategy. */
  'POST /api/admin/segments/strategies': { path: object; query: object; body: SegmentsOfStrategy; answer: SegmentsOfStrategy };
  /** List the segments that a strategy uses. */
  'GET /api/admin/segments/strategies/{strategyId}': { path: { readonly strategyId: string }; query: object; body: undefined; answer: { readonly segments: readonly Segment[] } };
  /** Validate the name of a new segment. */
  'POST /api/admin/segments/validate': { path: object; query: object; body: { readonly name: SegmentName }; answer: undefined };
  /** List service accounts with their tokens, without secrets, and the root roles that they hold. */
  'GET /api/admin/service-account': { path: object; query: object; body: undefined; answer: ServiceAccounts };
  /** Create a service account; without a username, one is made from its name. */
  'POST /api/admin/service-account': { path: object; query: object; body: { readonly username?: Username; readonly name?: string; readonly rootRole: number | string }; answer: ServiceAccount };
  /** Change the name or the root role of a service account; what is left out or blank stays. */
  'PUT /api/admin/service-account/{id}': { path: { readonly id: number }; query: object; body: { readonly name?: string; readonly rootRole?: number | string }; answer: ServiceAccount };
  /** Delete a service account with tokens and roles. */
  'DELETE /api/admin/service-account/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: undefined };
  /** List the tokens of a service account, without their secrets. */
  'GET /api/admin/service-account/{id}/token': { path: { readonly id: number }; query: object; body: undefined; answer: PersonalTokens };
  /** Create a token of a service account; only this response contains its secret. */
  'POST /api/admin/service-account/{id}/token': { path: { readonly id: number }; query: object; body: NewPersonalToken; answer: IssuedToken };
  /** Revoke a token of a service account. */
  'DELETE /api/admin/service-account/{id}/token/{tokenId}': { path: { readonly id: number; readonly tokenId: number }; query: object; body: undefined; answer: undefined };
  /** Accept that a page of a console was seen, which is not stored. */
  'POST /api/admin/splash/{id}': { path: { readonly id: string }; query: object; body: undefined; answer: { readonly splashId: string; readonly userId: number; readonly seen: boolean } };
  /** Export the state of the instance. */
  'GET /api/admin/state/export': { path: object; query: { readonly format?: ("json" | "yaml"); readonly download?: string; readonly strategies?: string; readonly featureToggles?: string; readonly projects?: string; readonly tags?: string; readonly environments?: string }; body: undefined; answer: ReadState };
  /** Import the state of an instance, all or nothing. */
  'POST /api/admin/state/import': { path: object; query: { readonly drop?: string; readonly keep?: string }; body: SentState; answer: undefined };
  /** List the strategy types. */
  'GET /api/admin/strategies': { path: object; query: object; body: undefined; answer: { readonly version: 1; readonly strategies: readonly StrategyDefinition[] } };
  /** Create a custom strategy type, which applications implement themselves. */
  'POST /api/admin/strategies': { path: object; query: object; body: CreateStrategyDefinition; answer: StrategyDefinition };
  /** Get a strategy type. */
  'GET /api/admin/strategies/{name}': { path: { readonly name: string }; query: object; body: undefined; answer: StrategyDefinition };
  /** Update a strategy type. */
  'PUT /api/admin/strategies/{name}': { path: { readonly name: string }; query: object; body: UpdateStrategyDefinition; answer: undefined };
  /** Delete a strategy type that no feature uses. */
  'DELETE /api/admin/strategies/{name}': { path: { readonly name: string }; query: object; body: undefined; answer: undefined };
  /** Deprecate a strategy type. */
  'POST /api/admin/strategies/{name}/deprecate': { path: { readonly name: string }; query: object; body: undefined; answer: undefined };
  /** Reactivate a deprecated strategy type. */
  'POST /api/admin/strategies/{name}/reactivate': { path: { readonly name: string }; query: object; body: undefined; answer: undefined };
  /** List the tag types. */
  'GET /api/admin/tag-types': { path: object; query: object; body: undefined; answer: { readonly version: 1; readonly tagTypes: readonly TagType[] } };
  /** Create a tag type. */
  'POST /api/admin/tag-types': { path: object; query: object; body: CreateTagType; answer: TagType };
  /** Get a tag type. */
  'GET /api/admin/tag-types/{name}': { path: { readonly name: string }; query: object; body: undefined; answer: { readonly version: 1; readonly tagType: TagType } };
  /** Update a tag type; omitted properties stay unchanged. */
  'PUT /api/admin/tag-types/{name}': { path: { readonly name: string }; query: object; body: TagTypeContent; answer: undefined };
  /** Delete a tag type and all of its tags, also from features. */
  'DELETE /api/admin/tag-types/{name}': { path: { readonly name: string }; query: object; body: undefined; answer: undefined };
  /** Validate a new tag type. */
  'POST /api/admin/tag-types/validate': { path: object; query: object; body: CreateTagType; answer: { readonly valid: true; readonly tagType: TagType } };
  /** List all tags. */
  'GET /api/admin/tags': { path: object; query: object; body: undefined; answer: TagList };
  /** Create a tag. */
  'POST /api/admin/tags': { path: object; query: object; body: Tag; answer: VersionedTag };
  /** List the tags of one type. */
  'GET /api/admin/tags/{type}': { path: { readonly type: string }; query: object; body: undefined; answer: TagList };
  /** Get a tag. */
  'GET /api/admin/tags/{type}/{value}': { path: { readonly type: string; readonly value: string }; query: object; body: undefined; answer: VersionedTag };
  /** Delete a tag, also from features. */
  'DELETE /api/admin/tags/{type}/{value}': { path: { readonly type: string; readonly value: string }; query: object; body: undefined; answer: undefined };
  /** Read what is told to the makers: nothing. */
  'GET /api/admin/telemetry/settings': { path: object; query: object; body: undefined; answer: { readonly versionInfoCollectionEnabled: boolean; readonly featureInfoCollectionEnabled: boolean } };
  /** Get the version, capabilities and limits of the server; administrators also see the allowed origins. */
  'GET /api/admin/ui-config': { path: object; query: object; body: undefined; answer: UiConfig };
  /** Set the origins that may call the Frontend API and OFREP from a browser. */
  'POST /api/admin/ui-config': { path: object; query: object; body: { readonly frontendSettings?: FrontendSettings }; answer: undefined };
  /** Set the origins that may call the Frontend API and OFREP from a browser, at the path of later consoles. */
  'POST /api/admin/ui-config/cors': { path: object; query: object; body: FrontendSettings; answer: undefined };
  /** Undo an event: directly, or as a change request where the environment is protected. */
  'POST /api/admin/undo': { path: object; query: { readonly anyway?: boolean }; body: PastEvent; answer: Undo };
  /** Read what undoing an event means: the change, whether it is possible, and what was changed since. */
  'POST /api/admin/undo/preview': { path: object; query: object; body: PastEvent; answer: Undo };
  /** Get the current user with permissions. */
  'GET /api/admin/user': { path: object; query: object; body: undefined; answer: { readonly user: User; readonly permissions: readonly { readonly permission: string; readonly project?: string; readonly environment?: string }[]; readonly feedback: readonly unknown[]; readonly splash: Readonly<Record<string, unknown>> } };
  /** List all users and the root roles. */
  'GET /api/admin/user-admin': { path: object; query: object; body: undefined; answer: Users };
  /** Create a user; only this response contains the link to choose a password. */
  'POST /api/admin/user-admin': { path: object; query: object; body: { readonly username?: Username; readonly email?: string; readonly name?: string; readonly password?: string; readonly rootRole: number | string; readonly sendEmail?: boolean }; answer: { readonly id: number; readonly isAPI: boolean; readonly accountType: string; readonly name: string | null; readonly username?: string; readonly email?: string; readonly imageUrl: string; readonly loginAttempts: number; readonly rootRole: number; readonly seenAt: string | null; readonly createdAt: string; readonly permissions: readonly string[]; readonly inviteLink: string; readonly emailSent: boolean } };
  /** Get a user. */
  'GET /api/admin/user-admin/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: User };
  /** Change the name, the e-mail address or the root role of a user; what is left out or blank stays. */
  'PUT /api/admin/user-admin/{id}': { path: { readonly id: number }; query: object; body: { readonly email?: string; readonly name?: string; readonly rootRole?: number | string }; answer: User };
  /** Delete a user with sessions, tokens, roles and memberships. */
  'DELETE /api/admin/user-admin/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: undefined };
  /** Give a user another password, end all of the user’s sessions, and revoke the user’s personal access tokens. */
  'POST /api/admin/user-admin/{id}/change-password': { path: { readonly id: number }; query: object; body: PasswordBody; answer: undefined };
  /** Take all second factors from a user who has lost them, end all of the user’s sessions, and revoke the user’s personal access tokens. */
  'DELETE /api/admin/user-admin/{id}/factors': { path: { readonly id: number }; query: object; body: undefined; answer: undefined };
  /** List where a user is logged in. */
  'GET /api/admin/user-admin/{id}/sessions': { path: { readonly id: number }; query: object; body: undefined; answer: Sessions };
  /** End all sessions of a user, and revoke the user’s personal access tokens. */
  'DELETE /api/admin/user-admin/{id}/sessions': { path: { readonly id: number }; query: object; body: undefined; answer: undefined };
  /** List the personal access tokens of a user, without their secrets. */
  'GET /api/admin/user-admin/{id}/tokens': { path: { readonly id: number }; query: object; body: undefined; answer: PersonalTokens };
  /** Revoke a personal access token of a user. */
  'DELETE /api/admin/user-admin/{id}/tokens/{tokenId}': { path: { readonly id: number; readonly tokenId: number }; query: object; body: undefined; answer: undefined };
  /** List whom a project can be opened to. */
  'GET /api/admin/user-admin/access': { path: object; query: object; body: undefined; answer: { readonly users: readonly UserPreview[]; readonly groups: readonly { readonly id: number; readonly name: string; readonly description: string | null; readonly rootRole: number | null; readonly userCount: number }[] } };
  /** Count administrators: users with a password, users without, service accounts. */
  'GET /api/admin/user-admin/admin-count': { path: object; query: object; body: undefined; answer: { readonly password: number; readonly noPassword: number; readonly service: number } };
  /** List users who have not logged in for long (INACTIVE_DAYS). */
  'GET /api/admin/user-admin/inactive': { path: object; query: object; body: undefined; answer: { readonly version: number; readonly inactiveUsers: readonly { readonly id: number; readonly name: string | null; readonly username: string | null; readonly email: string | null; readonly seenAt: string | null; readonly createdAt: string }[] } };
  /** Delete those of the named users who are inactive. */
  'POST /api/admin/user-admin/inactive/delete': { path: object; query: object; body: { readonly ids: HolderIds }; answer: undefined };
  /** Make a link by which a user chooses another password; only this response contains it. */
  'POST /api/admin/user-admin/reset-password': { path: object; query: object; body: { readonly id: string }; answer: { readonly resetPasswordUrl: string } };
  /** Search users by a part of the name, or the beginning of the username or e-mail address. */
  'GET /api/admin/user-admin/search': { path: object; query: { readonly q?: string }; body: undefined; answer: { readonly users: readonly UserPreview[] } };
  /** Check whether a password is strong enough. */
  'POST /api/admin/user-admin/validate-password': { path: object; query: object; body: PasswordBody; answer: undefined };
  /** Change the password of the current user, and end all sessions. */
  'POST /api/admin/user/change-password': { path: object; query: object; body: { readonly password: string; readonly confirmPassword: string; readonly oldPassword: string }; answer: undefined };
  /** List the second factors of the current user. */
  'GET /api/admin/user/factors': { path: object; query: object; body: undefined; answer: { readonly required: boolean; readonly totp: { readonly createdAt: string } | null; readonly passkeys: readonly Passkey[]; readonly recoveryCodes: number } };
  /** Register a passkey; only this response contains the recovery codes, which come with the first factor. */
  'POST /api/admin/user/factors/passkeys': { path: object; query: object; body: { readonly name: string; readonly response: RegistrationResponse }; answer: RecoveryCodes };
  /** Remove a passkey of the current user. */
  'DELETE /api/admin/user/factors/passkeys/{passkeyId}': { path: { readonly passkeyId: string }; query: object; body: undefined; answer: undefined };
  /** Get what a browser makes a passkey with; with `passwordless`, one that lets its user in alone. */
  'POST /api/admin/user/factors/passkeys/options': { path: object; query: object; body: { readonly passwordless?: boolean }; answer: Readonly<Record<string, unknown>> };
  /** Get other recovery codes in place of those that are left; only this response contains them. */
  'POST /api/admin/user/factors/recovery-codes': { path: object; query: object; body: undefined; answer: RecoveryCodes };
  /** Get the secret for an authenticator app; only this response contains it. */
  'POST /api/admin/user/factors/totp': { path: object; query: object; body: undefined; answer: TotpSetup };
  /** Remove the authenticator app of the current user. */
  'DELETE /api/admin/user/factors/totp': { path: object; query: object; body: undefined; answer: undefined };
  /** Confirm an authenticator app with its first code; only this response contains the recovery codes. */
  'POST /api/admin/user/factors/totp/confirmation': { path: object; query: object; body: { readonly code: TotpCode }; answer: RecoveryCodes };
  /** Get the root role and the projects of the current user. */
  'GET /api/admin/user/profile': { path: object; query: object; body: undefined; answer: { readonly rootRole?: Role; readonly projects: readonly string[]; readonly groups: readonly string[]; readonly features: readonly unknown[]; readonly subscriptions: readonly string[]; readonly canChangePassword: boolean } };
  /** List the roles of the current user in a project, else in the instance, those of its groups included. */
  'GET /api/admin/user/roles': { path: object; query: { readonly projectId?: string }; body: undefined; answer: RolesAnswer };
  /** List where the current user is logged in. */
  'GET /api/admin/user/sessions': { path: object; query: object; body: undefined; answer: Sessions };
  /** End one session of the current user. */
  'DELETE /api/admin/user/sessions/{sessionId}': { path: { readonly sessionId: string }; query: object; body: undefined; answer: undefined };
  /** List the keys under which the current user stores settings. */
  'GET /api/admin/user/settings': { path: object; query: object; body: undefined; answer: { readonly settings: readonly { readonly key: string; readonly updatedAt: string }[] } };
  /** Get what the current user stores under a key. */
  'GET /api/admin/user/settings/{key}': { path: { readonly key: string }; query: object; body: undefined; answer: OwnSetting };
  /** Store JSON under a key, for the current user alone. */
  'PUT /api/admin/user/settings/{key}': { path: { readonly key: string }; query: object; body: { readonly value: unknown }; answer: OwnSetting };
  /** Delete what the current user stores under a key. */
  'DELETE /api/admin/user/settings/{key}': { path: { readonly key: string }; query: object; body: undefined; answer: undefined };
  /** Prove who uses this session, for the riskiest acts of the next ten minutes. */
  'POST /api/admin/user/step-up': { path: object; query: object; body: { readonly code?: string; readonly response?: AssertionResponse; readonly password?: string }; answer: { readonly provedUntil: string } };
  /** Get what a browser asks an authenticator with, to prove who uses this session. */
  'POST /api/admin/user/step-up/options': { path: object; query: object; body: undefined; answer: Readonly<Record<string, unknown>> };
  /** List the personal access tokens of the current user, without their secrets. */
  'GET /api/admin/user/tokens': { path: object; query: object; body: undefined; answer: PersonalTokens };
  /** Create a personal access token of the current user; only this response contains its secret. */
  'POST /api/admin/user/tokens': { path: object; query: object; body: NewPersonalToken; answer: IssuedToken };
  /** Revoke a personal access token of the current user. */
  'DELETE /api/admin/user/tokens/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: undefined };
  /** List workload identities: which issuers’ tokens are exchanged, for which roles in which project. */
  'GET /api/admin/workload-identities': { path: object; query: object; body: undefined; answer: { readonly workloadIdentities: readonly WorkloadIdentity[] } };
  /** Let the workloads of an issuer, such as the jobs of a CI system, work in a project without a stored secret. */
  'POST /api/admin/workload-identities': { path: object; query: object; body: WorkloadIdentityInput; answer: WorkloadIdentity };
  /** Get a workload identity. */
  'GET /api/admin/workload-identities/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: WorkloadIdentity };
  /** Replace what is set of a workload identity; a change ends the tokens that it has. */
  'PUT /api/admin/workload-identities/{id}': { path: { readonly id: number }; query: object; body: WorkloadIdentityInput; answer: WorkloadIdentity };
  /** Delete a workload identity with its tokens and roles. */
  'DELETE /api/admin/workload-identities/{id}': { path: { readonly id: number }; query: object; body: undefined; answer: undefined };
  /** End a log-in with OpenID Connect: takes the code of the identity provider and opens the session. */
  'GET /auth/oidc/callback': { path: object; query: object; body: undefined; answer: undefined };
  /** Log in with OpenID Connect: leads the browser to the identity provider. */
  'GET /auth/oidc/login': { path: object; query: object; body: undefined; answer: undefined };
  /** End the session at the OpenID provider as well, where the settings say so. */
  'GET /auth/oidc/logout': { path: object; query: { readonly hint: string }; body: undefined; answer: undefined };
  /** Log in with a passkey alone, where its user has chosen that. */
  'POST /auth/passkey/login': { path: object; query: object; body: { readonly response: AssertionResponse }; answer: User };
  /** Get what a browser asks an authenticator with, to log in without a password. */
  'POST /auth/passkey/login/options': { path: object; query: object; body: undefined; answer: Readonly<Record<string, unknown>> };
  /** Choose a password by a link, and end all sessions. */
  'POST /auth/reset/password': { path: object; query: object; body: { readonly token: string; readonly password: string }; answer: undefined };
  /** Send a link for another password to an e-mail address, if a user has it; the answer never tells. */
  'POST /auth/reset/password-email': { path: object; query: object; body: { readonly email: string }; answer: undefined };
  /** Check the link by which a user chooses a password, and say whose it is. */
  'GET /auth/reset/validate': { path: object; query: { readonly token: string }; body: undefined; answer: { readonly id: number; readonly name: string | null; readonly email: string | null; readonly token: string; readonly createdBy: string; readonly role?: Role } };
  /** Check whether a password is strong enough. */
  'POST /auth/reset/validate-password': { path: object; query: object; body: PasswordBody; answer: undefined };
  /** Receive the assertion of the SAML identity provider (the assertion consumer service). */
  'POST /auth/saml/callback': { path: object; query: object; body: undefined; answer: undefined };
  /** Log in with SAML: leads the browser to the identity provider. */
  'GET /auth/saml/login': { path: object; query: object; body: undefined; answer: undefined };
  /** End the session at the SAML identity provider as well, where the settings say how. */
  'GET /auth/saml/logout': { path: object; query: { readonly hint: string }; body: undefined; answer: undefined };
  /** Come back from the SAML identity provider, logged out. */
  'GET /auth/saml/logout/done': { path: object; query: object; body: undefined; answer: undefined };
  /** End a log-in with SAML: opens the session in the browser that began it. */
  'GET /auth/saml/session': { path: object; query: { readonly code: string }; body: undefined; answer: undefined };
  /** Finish a log-in with a code of an authenticator app, or a recovery code. */
  'POST /auth/second-factor/code': { path: object; query: object; body: { readonly token: string; readonly code: string }; answer: User };
  /** Finish a log-in with a passkey. */
  'POST /auth/second-factor/passkey': { path: object; query: object; body: { readonly token: string; readonly response: AssertionResponse }; answer: User };
  /** Get what a browser asks an authenticator with, to finish a log-in. */
  'POST /auth/second-factor/passkey/options': { path: object; query: object; body: PendingLogInToken; answer: Readonly<Record<string, unknown>> };
  /** Register a passkey, and finish the log-in. */
  'POST /auth/second-factor/passkeys': { path: object; query: object; body: { readonly token: string; readonly name: string; readonly response: RegistrationResponse }; answer: EnrolledUser };
  /** Get what a browser makes a passkey with, at a log-in that needs a first second factor. */
  'POST /auth/second-factor/passkeys/options': { path: object; query: object; body: { readonly token: string; readonly passwordless?: boolean }; answer: Readonly<Record<string, unknown>> };
  /** Get the secret for an authenticator app, at a log-in that needs a first second factor. */
  'POST /auth/second-factor/totp': { path: object; query: object; body: PendingLogInToken; answer: TotpSetup };
  /** Confirm an authenticator app with its first code, and finish the log-in. */
  'POST /auth/second-factor/totp/confirmation': { path: object; query: object; body: { readonly token: string; readonly code: TotpCode }; answer: EnrolledUser };
  /** Log in with a username and a password; 202 where a second factor is missing. */
  'POST /auth/simple/login': { path: object; query: object; body: { readonly username: string; readonly password: string }; answer: User | { readonly token: string; readonly expiresAt: string; readonly factors: readonly ("totp" | "passkey" | "recovery-code")[]; readonly mustEnroll: boolean } };
  /** Exchange a token of a trusted issuer for a short one of a workload identity (RFC 8693). */
  'POST /auth/token/exchange': { path: object; query: object; body: undefined; answer: { readonly access_token: string; readonly issued_token_type: string; readonly token_type: string; readonly expires_in: number } };
  /** List the ways to log in that exist here, for whoever has not logged in. */
  'GET /auth/ways': { path: object; query: object; body: undefined; answer: { readonly ways: readonly { readonly kind: ("password" | "passkey" | "saml" | "oidc"); readonly title: string; readonly href: string }[]; readonly resetsByMail: boolean } };
  /** Sign up through a link, as a viewer. */
  'POST /invite/{token}/signup': { path: { readonly token: string }; query: object; body: { readonly email: string; readonly name: string; readonly password: string; readonly username?: Username }; answer: User };
  /** Check whether a sign-up link is open. */
  'GET /invite/{token}/validate': { path: { readonly token: string }; query: object; body: undefined; answer: undefined };
  /** Log out of all sessions. */
  'POST /logout': { path: object; query: object; body: undefined; answer: undefined };
}

export type AddDependency = { readonly feature: string; readonly enabled?: boolean; readonly variants?: readonly string[] };

export type Addon = { readonly id: number; readonly provider: string; readonly description: string | null; readonly enabled: boolean; readonly parameters: Readonly<Record<string, string | number | boolean>>; readonly events: readonly string[]; readonly projects: readonly string[]; readonly environments: readonly string[]; readonly createdAt: string };

export type AddonInput = { readonly provider: string; readonly description?: string | null; readonly enabled: boolean; readonly parameters: Readonly<Record<string, string | number | boolean>>; readonly events: readonly string[]; readonly projects?: readonly string[]; readonly environments?: readonly string[] };

export type AdvancedAnswer = { readonly input: AdvancedQuestion; readonly warnings?: EvaluationWarnings; readonly features: readonly { readonly name: string; readonly projectId: string; readonly environments: Readonly<Record<string, readonly EvaluationResult[]>>; readonly isEnabled: boolean; readonly isEnabledInCurrentEnvironment: boolean; readonly variant: EvaluatedVariant; readonly variants: FeatureVariants }[] };

export type AdvancedQuestion = { readonly environments: readonly EnvironmentName[]; readonly projects?: string | readonly string[]; readonly features?: readonly string[]; readonly at?: EarlierRevision; readonly context: EvaluatedContext };

export type ApiToken = { readonly id: number; readonly secret: string; readonly tokenName: string; readonly username: string; readonly type: TokenType; readonly environment: string; readonly project: string; readonly projects: readonly string[]; readonly expiresAt: string | null; readonly createdAt: string; readonly seenAt: string | null; readonly alias: string | null };

export type ApiTokens = { readonly tokens: readonly ApiToken[] };

export type ArchivedFeatures = { readonly version: 2; readonly features: readonly FeatureMetadata[] };

export type AskForFeedback = { readonly feedbackId: string; readonly neverShow: boolean };

export type AssertionResponse = { readonly id: string; readonly rawId: string; readonly type: "public-key"; readonly response: { readonly clientDataJSON: string; readonly authenticatorData: string; readonly signature: string; readonly userHandle?: string } };

export type BasicAnswer = { readonly input: BasicQuestion; readonly warnings?: EvaluationWarnings; readonly features: readonly { readonly name: string; readonly projectId: string; readonly isEnabled: boolean; readonly isEnabledInCurrentEnvironment: boolean; readonly variant: EvaluatedVariant; readonly variants: FeatureVariants; readonly hasUnsatisfiedDependency: boolean; readonly dependencies: readonly ParentResult[]; readonly strategies: EvaluatedStrategies; readonly nearest: string | null; readonly variantShare: (ShareResult | null); readonly since?: ChangedSince }[] };

export type BasicQuestion = { readonly environment: EnvironmentName; readonly projects?: string | readonly string[]; readonly features?: readonly string[]; readonly at?: EarlierRevision; readonly context: EvaluatedContext };

export type Because = { readonly kind: ("strategy" | "everybody" | "off" | "parent" | "nothing" | "constraint" | "segment" | "share" | "rule" | "application"); readonly strategy?: string; readonly constraint?: Constraint; readonly given?: string | null; readonly segment?: string; readonly reaches?: number; readonly bucket?: number };

export type BulkMetrics = { readonly applications: readonly { readonly appName: string; readonly instanceId: string | null; readonly sdkVersion?: string; readonly environment?: string | null; readonly strategies: readonly string[]; readonly started?: number | string; readonly interval: number }[]; readonly metrics: readonly { readonly featureName: string; readonly appName: string; readonly environment: string; readonly timestamp: number | string; readonly yes: number | null; readonly no: number | null; readonly variants: Readonly<Record<string, number | null>> | null }[] };

export type ChangeAction = ("updateEnabled" | "addStrategy" | "updateStrategy" | "deleteStrategy" | "patchVariant" | "reorderStrategy" | "archiveFeature" | "addDependency" | "deleteDependency" | "updateSegment" | "deleteSegment");

export type ChangeAuthor = { readonly id: number | null; readonly username: string | null; readonly imageUrl: string | null };

export type ChangeDifference = { readonly property: string; readonly seen: unknown; readonly now: unknown; readonly proposed: unknown };

export type ChangeInput = { readonly action: ChangeAction; readonly feature?: string | null; readonly payload?: unknown };

export type ChangeItem = { readonly id: number; readonly action: ChangeAction; readonly conflict?: string; readonly payload: unknown; readonly before?: (SeenState | null); readonly createdBy: ChangeAuthor; readonly createdAt: string; readonly sentence?: string; readonly differences?: readonly ChangeDifference[]; readonly scheduleConflicts?: ScheduleConflicts };

export type ChangeRequest = { readonly id: number; readonly title: string; readonly project: string; readonly environment: string; readonly state: ChangeRequestState; readonly minApprovals: number; readonly contentHash?: string; readonly features: readonly { readonly name: string; readonly conflict?: string; readonly changes: readonly ChangeItem[]; readonly defaultChange?: { readonly action: ChangeAction; readonly payload: unknown } }[]; readonly segments: readonly { readonly name: string; readonly id: number; readonly action: ChangeAction; readonly conflict?: string; readonly payload: unknown; readonly before?: (SeenState | null); readonly createdBy: ChangeAuthor; readonly createdAt: string; readonly sentence?: string; readonly differences?: readonly ChangeDifference[]; readonly scheduleConflicts?: ScheduleConflicts }[]; readonly approvals: readonly ReviewDecision[]; readonly rejections: readonly ReviewDecision[]; readonly comments: readonly { readonly id: number; readonly text: string; readonly createdBy: ChangeAuthor; readonly createdAt: string }[]; readonly createdBy: ChangeAuthor; readonly createdAt: string; readonly review?: ("due" | "done"); readonly reasonDue?: true; readonly payloadsDropped?: true; readonly frozen?: { readonly name: string; readonly until: string }; readonly schedule?: Schedule; readonly stateTimestamps: { readonly Draft?: string; readonly 'In review'?: string; readonly Approved?: string; readonly Scheduled?: string; readonly Applied?: string; readonly Cancelled?: string; readonly Rejected?: string } };

export type ChangeRequestConfiguration = { readonly environment: string; readonly type: string; readonly changeRequestEnabled: boolean; readonly requiredApprovals: number | null; readonly selfApproval?: boolean; readonly reviewers?: (Reviewers | null); readonly secondApprovalAbove?: number | null; readonly freezes?: readonly Freeze[]; readonly reasonRequired?: boolean; readonly recentContexts?: boolean };

export type ChangeRequestState = ("Draft" | "In review" | "Approved" | "Scheduled" | "Applied" | "Cancelled" | "Rejected");

export type ChangedSince = { readonly revision: number; readonly same: boolean | null };

export type ClientEvents = { readonly events: readonly ({ readonly eventId: number; readonly type: "hydration"; readonly features: readonly ClientFeature[]; readonly segments: readonly SegmentState[] } | { readonly eventId: number; readonly type: "feature-updated"; readonly feature: ClientFeature } | { readonly eventId: number; readonly type: "feature-removed"; readonly featureName: string; readonly project: string } | { readonly eventId: number; readonly type: "segment-updated"; readonly segment: SegmentState } | { readonly eventId: number; readonly type: "segment-removed"; readonly segmentId: number })[] };

export type ClientFeature = { readonly name: string; readonly type: string; readonly enabled: boolean; readonly project: string; readonly stale: boolean; readonly strategies: readonly { readonly name: string; readonly constraints: readonly Constraint[]; readonly parameters: Readonly<Record<string, string>>; readonly variants: readonly StrategyVariant[]; readonly segments?: readonly number[] }[]; readonly variants: FeatureVariants; readonly description: string | null; readonly impressionData: boolean; readonly dependencies?: readonly { readonly feature: string; readonly enabled: boolean; readonly variants?: readonly string[] }[] };

export type ClientFeatures = { readonly version: 2; readonly features: readonly ClientFeature[]; readonly query: Readonly<Record<string, unknown>>; readonly segments?: readonly SegmentState[]; readonly meta: { readonly revisionId: number; readonly etag: string; readonly queryHash: string } };

export type ComparedSide = { readonly enabled: boolean; readonly strategies: readonly FeatureStrategy[]; readonly variants: FeatureVariants };

export type ConfigureChangeRequests = { readonly changeRequestsEnabled: boolean; readonly requiredApprovals?: number; readonly selfApproval?: boolean; readonly reviewers?: (Reviewers | null); readonly secondApprovalAbove?: number | null; readonly freezes?: readonly Freeze[]; readonly reasonRequired?: boolean; readonly recentContexts?: boolean };

export type Constraint = { readonly contextName: string; readonly operator: Operator; readonly caseInsensitive?: boolean; readonly inverted?: boolean; readonly values?: readonly string[]; readonly value?: string };

export type ConstraintResult = { readonly contextName: string; readonly operator: Operator; readonly caseInsensitive?: boolean; readonly inverted?: boolean; readonly values?: readonly string[]; readonly value?: string; readonly result: boolean; readonly reason?: string };

export type ContextBody = { readonly context?: { readonly appName?: string | number | boolean | null; readonly currentTime?: string | number | boolean | null; readonly environment?: string | number | boolean | null; readonly remoteAddress?: string | number | boolean | null; readonly sessionId?: string | number | boolean | null; readonly userId?: string | number | boolean | null; readonly targetingKey?: string | number | boolean | null; readonly properties?: Readonly<Record<string, unknown>> | null } | null };

export type ContextField = { readonly name: string; readonly description: string | null; readonly stickiness: boolean; readonly sortOrder: number; readonly legalValues: readonly LegalValue[]; readonly createdAt: string };

export type CreateContextField = { readonly name: UrlFriendlyName; readonly description?: string | null; readonly stickiness?: boolean; readonly sortOrder?: number; readonly legalValues?: readonly LegalValue[] };

export type CreateEnvironment = { readonly name: EnvironmentName; readonly type: string; readonly enabled?: boolean; readonly sortOrder?: number };

export type CreateFeature = { readonly name: UrlFriendlyName; readonly description?: string | null; readonly type?: string; readonly stale?: boolean; readonly impressionData?: boolean; readonly codeDefault?: boolean | number | string | Readonly<Record<string, unknown>> | null; readonly tags?: readonly Tag[] | null };

export type CreateProject = { readonly id: UrlFriendlyName; readonly name: string; readonly description?: string | null; readonly mode?: ProjectMode; readonly defaultStickiness?: string };

export type CreateStrategy = { readonly name: string; readonly title?: string | null; readonly disabled?: boolean | null; readonly constraints?: readonly Constraint[]; readonly parameters?: Readonly<Record<string, string>>; readonly variants?: readonly StrategyVariant[]; readonly segments?: readonly number[]; readonly sortOrder?: number };

export type CreateStrategyDefinition = { readonly name: UrlFriendlyName; readonly title?: string | null; readonly description?: string | null; readonly parameters: readonly StrategyParameterInput[] };

export type CreateTagType = { readonly name: string; readonly description?: string | null; readonly icon?: string | null };

export type CreateTokenOfProject = { readonly tokenName?: string; readonly username?: string; readonly type: string; readonly environment?: string; readonly expiresAt?: string | null };

export type CreatedProject = { readonly id: string; readonly name: string; readonly description: string | null; readonly mode: ProjectMode; readonly defaultStickiness: string; readonly featureLimit: number | null; readonly environments: readonly string[] };

export type Creator = { readonly id: number; readonly name: string };

export type CurrentShare = { readonly current: number };

export type DeadLetter = { readonly id: string; readonly key: string; readonly reason: string; readonly failedAt: string };

export type DeadLetterList = { readonly messages: readonly DeadLetter[]; readonly total: number };

export type DefaultStrategy = { readonly name: string; readonly title?: string | null; readonly disabled?: boolean | null; readonly sortOrder?: number; readonly constraints?: readonly Constraint[]; readonly parameters?: Readonly<Record<string, string>>; readonly variants?: readonly StrategyVariant[]; readonly segments?: readonly number[] };

export type Delivery = { readonly id: string; readonly integrationId: number; readonly createdAt: string; readonly state: State; readonly stateDetails: string; readonly event: { readonly id: number; readonly type: string; readonly createdBy: string; readonly createdByUserId: number | null; readonly createdAt: string; readonly project: string | null; readonly environment: string | null; readonly featureName: string | null; readonly data: unknown; readonly preData: unknown; readonly tags: readonly Tag[] }; readonly details: { readonly messageId: string; readonly attempts: number; readonly status: number | null; readonly finishedAt: string | null } };

export type Dependency = { readonly feature: string; readonly enabled?: boolean; readonly variants?: readonly string[] };

export type DescribedEvent = { readonly id: number; readonly createdAt: string; readonly type: string; readonly createdBy: string; readonly createdByUserId: number | null; readonly project: string | null; readonly environment: string | null; readonly featureName: string | null; readonly data: Readonly<Record<string, unknown>> | null; readonly preData: Readonly<Record<string, unknown>> | null; readonly tags: readonly Tag[] | null; readonly groupId: string | null; readonly groupType: ("transaction" | null); readonly label: string; readonly summary: string };

export type EarlierRevision = { readonly revision: number };

export type EnrolledUser = { readonly user: User; readonly recoveryCodes: readonly string[] };

export type EnteredStage = { readonly stage: ("initial" | "pre-live" | "live" | "completed" | "archived"); readonly enteredStageAt: string; readonly status?: ("kept" | "discarded"); readonly statusValue?: string | null };

export type Envelope = { readonly specversion: "1.0"; readonly id: string; readonly source: string; readonly type: string; readonly subject?: string; readonly time: string; readonly datacontenttype: "application/json"; readonly sequence: number; readonly revision?: number; readonly correlationid?: string; readonly traceparent?: string; readonly data: EventBody };

export type Environment = { readonly name: string; readonly type: string; readonly enabled: boolean; readonly protected: boolean; readonly sortOrder: number };

export type EnvironmentName = string;

export type EnvironmentOfProject = { readonly environment: string; readonly changeRequestsEnabled: boolean; readonly defaultStrategy?: DefaultStrategy };

export type EvaluatedAnswer = { readonly enabled: boolean; readonly variant: string | null };

export type EvaluatedContext = { readonly appName: string; readonly currentTime?: string; readonly environment?: string; readonly properties?: Readonly<Record<string, string>>; readonly remoteAddress?: string; readonly sessionId?: string; readonly userId?: string };

export type EvaluatedFlag = { readonly key: string; readonly value: unknown; readonly reason: ("STATIC" | "DEFAULT" | "TARGETING_MATCH" | "SPLIT" | "DISABLED" | "UNKNOWN"); readonly variant?: string; readonly metadata: { readonly project: string; readonly environment: string; readonly toggleType: string } };

export type EvaluatedStrategies = { readonly result: (true | false | "unknown"); readonly data: readonly StrategyResult[] };

export type EvaluatedVariant = { readonly name: string; readonly enabled: boolean; readonly payload?: Payload };

export type EvaluationResult = { readonly name: string; readonly environment: string; readonly projectId: string; readonly context: Readonly<Record<string, unknown>>; readonly isEnabled: boolean; readonly isEnabledInCurrentEnvironment: boolean; readonly variant: EvaluatedVariant; readonly variants: FeatureVariants; readonly hasUnsatisfiedDependency: boolean; readonly dependencies: readonly ParentResult[]; readonly strategies: EvaluatedStrategies; readonly nearest: string | null; readonly variantShare: (ShareResult | null); readonly since?: ChangedSince };

export type EvaluationWarnings = { readonly invalidContextProperties: readonly string[] };

export type Event = { readonly id: number; readonly createdAt: string; readonly type: string; readonly createdBy: string; readonly createdByUserId: number | null; readonly project: string | null; readonly environment: string | null; readonly featureName: string | null; readonly data: Readonly<Record<string, unknown>> | null; readonly preData: Readonly<Record<string, unknown>> | null; readonly tags: readonly Tag[] | null; readonly groupId: string | null; readonly groupType: ("transaction" | null) };

export type EventBody = { readonly type: string; readonly createdBy: string; readonly createdByUserId: number | null; readonly createdAt: string; readonly project: string | null; readonly environment: string | null; readonly featureName: string | null; readonly data: unknown; readonly preData: unknown; readonly tags: readonly Tag[] };

export type EventList = { readonly version: 1; readonly events: readonly Event[]; readonly totalEvents: number; readonly incompleteResults?: true };

export type ExportChoice = { readonly environment: string; readonly features?: readonly string[]; readonly tag?: string; readonly project?: string; readonly downloadFile?: boolean };

export type ExportData = { readonly features: readonly { readonly name: UrlFriendlyName; readonly description?: string | null; readonly type?: string; readonly stale?: boolean; readonly impressionData?: boolean; readonly codeDefault?: boolean | number | string | Readonly<Record<string, unknown>> | null; readonly project: string; readonly archived: boolean }[]; readonly featureStrategies: readonly StrategyOfFeature[]; readonly featureEnvironments: readonly ExportedFeatureEnvironment[]; readonly contextFields: readonly { readonly name: string; readonly description: string | null; readonly stickiness: boolean; readonly sortOrder: number; readonly legalValues: readonly LegalValue[] }[]; readonly featureTags: readonly { readonly featureName: string; readonly tagType: string; readonly tagValue: string; readonly createdByUserId: number | null }[]; readonly segments: readonly Creator[]; readonly tagTypes: readonly TagType[]; readonly dependencies: readonly FeatureDependencies[]; readonly links: readonly LinksOfFeature[] };

export type ExportedFeatureEnvironment = { readonly name: string; readonly featureName: string; readonly environment: string; readonly enabled: boolean; readonly variants: FeatureVariants };

export type FactorPolicy = { readonly everybody: boolean; readonly rootRoles: readonly number[] };

export type Failure = { readonly id: string; readonly name: ("ValidationError" | "BadDataError" | "BadRequestError" | "PatternError" | "MinimumOneEnvironmentError" | "OwaspValidationError" | "PasswordUndefinedError" | "RoleInUseError" | "AuthenticationRequired" | "NoAccessError" | "InvalidOperationError" | "OperationDeniedError" | "ForbiddenError" | "StepUpRequired" | "IncompatibleProjectError" | "UsedTokenError" | "NotFoundError" | "NotImplementedError" | "RequestTimeoutError" | "ConflictError" | "NameExistsError" | "FeatureHasTagError" | "SegmentInUseError" | "ProjectWithoutOwnerError" | "PreconditionFailedError" | "ContentTooLarge" | "ContentTypeError" | "DisabledError" | "IdempotencyKeyReusedError" | "TooEarlyError" | "RateLimitError" | "HeadersTooLargeError" | "InternalError" | "UnavailableError" | "MaintenanceModeError"); readonly message: string; readonly details: readonly FailureDetail[]; readonly permissions?: readonly string[] };

export type FailureDetail = { readonly message: string; readonly description?: string; readonly path?: string; readonly validationErrors?: readonly string[] };

export type FeatureDependencies = { readonly feature: string; readonly dependencies: readonly Dependency[] };

export type FeatureDetail = { readonly name: string; readonly description: string | null; readonly type: string; readonly project: string; readonly stale: boolean; readonly createdAt: string | null; readonly lastSeenAt: string | null; readonly impressionData: boolean; readonly codeDefault?: boolean | number | string | Readonly<Record<string, unknown>>; readonly archived: boolean; readonly archivedAt: string | null; readonly variants: FeatureVariants; readonly strategies: readonly Readonly<Record<string, unknown>>[]; readonly createdBy: (Creator | null); readonly collaborators: { readonly users: readonly Creator[] }; readonly lifecycle: EnteredStage; readonly links: readonly FeatureLink[]; readonly enabled: boolean; readonly favorite: boolean; readonly environments: readonly FeatureEnvironmentDetail[]; readonly tags: readonly Tag[]; readonly children: readonly string[]; readonly dependencies: readonly Dependency[] };

export type FeatureEnvironmentDetail = { readonly name: string; readonly featureName: string; readonly environment: string; readonly type: string; readonly enabled: boolean; readonly sortOrder: number; readonly variantCount: number; readonly strategies: readonly FeatureStrategy[]; readonly variants?: FeatureVariants; readonly lastSeenAt: string | null; readonly hasStrategies: boolean; readonly hasEnabledStrategies: boolean; readonly yes: number; readonly no: number; readonly reach?: FeatureReach };

export type FeatureEnvironmentItem = { readonly name: string; readonly enabled: boolean; readonly type: string; readonly sortOrder: number; readonly variantCount: number; readonly lastSeenAt: string | null; readonly hasStrategies: boolean; readonly hasEnabledStrategies: boolean };

export type FeatureEventList = { readonly version: 1; readonly events: readonly Event[]; readonly totalEvents: number; readonly incompleteResults?: true; readonly toggleName: string };

export type FeatureItem = { readonly name: string; readonly type: string; readonly description: string | null; readonly favorite: boolean; readonly createdAt: string; readonly stale: boolean; readonly impressionData: boolean; readonly lastSeenAt: string | null; readonly tags?: readonly Tag[]; readonly environments: readonly FeatureEnvironmentItem[] };

export type FeatureLink = { readonly id: string; readonly url: string; readonly title: string | null };

export type FeatureMetadata = { readonly name: string; readonly description: string | null; readonly type: string; readonly project: string; readonly stale: boolean; readonly createdAt: string | null; readonly lastSeenAt: string | null; readonly impressionData: boolean; readonly codeDefault?: boolean | number | string | Readonly<Record<string, unknown>>; readonly archived: boolean; readonly archivedAt: string | null };

export type FeatureNames = { readonly features: readonly string[] };

export type FeatureNaming = { readonly pattern: string | null; readonly example: string | null; readonly description: string | null };

export type FeatureNamingInput = { readonly pattern?: string | null; readonly example?: string | null; readonly description?: string | null };

export type FeatureReach = { readonly kind: ("nobody" | "some" | "everybody"); readonly share?: number; readonly segments: readonly string[]; readonly fields: readonly string[]; readonly strategies: number; readonly variants: number };

export type FeatureStrategy = { readonly id: string; readonly name: string; readonly title: string | null; readonly disabled: boolean | null; readonly constraints: readonly Constraint[]; readonly parameters: Readonly<Record<string, string>>; readonly variants: readonly StrategyVariant[]; readonly sortOrder: number; readonly segments: readonly number[] };

export type FeatureType = { readonly id: string; readonly name: string; readonly description: string; readonly lifetimeDays: number | null };

export type FeatureVariant = { readonly name: UrlFriendlyName; readonly weight: number; readonly weightType?: WeightType; readonly stickiness?: string; readonly payload?: Payload; readonly overrides?: readonly Override[] };

export type FeatureVariants = readonly FeatureVariant[];

export type Feedback = { readonly feedbackId: string; readonly neverShow: boolean; readonly userId: number; readonly given: null };

export type Finding = { readonly message: string; readonly affectedItems: readonly string[] };

export type FoundChangeRequest = { readonly id: number; readonly title?: string; readonly project: string; readonly environment: string; readonly state: ChangeRequestState; readonly createdBy: ChangeAuthor; readonly createdAt: string; readonly features: readonly string[]; readonly segments: readonly string[]; readonly review?: ("due" | "done"); readonly reasonDue?: true; readonly schedule?: Schedule };

export type FoundFeature = { readonly name: string; readonly type: string; readonly description: string | null; readonly favorite: boolean; readonly createdAt: string; readonly stale: boolean; readonly impressionData: boolean; readonly lastSeenAt: string | null; readonly tags?: readonly Tag[]; readonly environments: readonly { readonly name: string; readonly enabled: boolean; readonly type: string; readonly sortOrder: number; readonly variantCount: number; readonly lastSeenAt: string | null; readonly hasStrategies: boolean; readonly hasEnabledStrategies: boolean; readonly yes: number; readonly no: number; readonly reach?: FeatureReach }[]; readonly project: string; readonly archivedAt: string | null; readonly createdBy: (Creator | null); readonly lifecycle: EnteredStage; readonly dependencyType: ("parent" | "child" | null); readonly segments: readonly string[]; readonly usage?: readonly number[]; readonly changed?: { readonly at: string; readonly by: string } | null };

export type Freeze = { readonly name: string; readonly start: string; readonly end: string; readonly timeZone: string; readonly repeats: ("never" | "daily" | "weekly" | "yearly") };

export type FrontendSettings = { readonly frontendApiOrigins: readonly string[] };

export type FrontendToggle = { readonly name: string; readonly enabled: true; readonly variant: { readonly name: string; readonly enabled: boolean; readonly feature_enabled: boolean; readonly payload?: Payload }; readonly impressionData: boolean };

export type FrontendToggles = { readonly toggles: readonly FrontendToggle[] };

export type Group = { readonly id: number; readonly name: string; readonly description: string | null; readonly mappingsSSO: readonly string[]; readonly rootRole: number | null; readonly createdBy: string | null; readonly createdAt: string; readonly users: readonly GroupMember[]; readonly projects: readonly string[]; readonly userCount: number };

export type GroupInput = { readonly name: string; readonly description?: string | null; readonly mappingsSSO?: readonly string[]; readonly rootRole?: number | null; readonly users?: readonly { readonly user: { readonly id: number } }[] };

export type GroupMember = { readonly joinedAt: string; readonly createdBy: string | null; readonly user: UserPreview };

export type Health = { readonly health: ("GOOD" | "BAD") };

export type HolderIds = readonly number[];

export type Impact = { readonly contexts: { readonly personas: number; readonly recent: number; readonly generated: number }; readonly flipped: number; readonly share: number; readonly unmeasured: readonly string[]; readonly features: readonly { readonly name: string; readonly flipped: number; readonly share: number; readonly on: { readonly before: number; readonly after: number }; readonly variants: readonly { readonly name: string; readonly before: number; readonly after: number }[] }[]; readonly personas: readonly { readonly name: string; readonly changes: readonly { readonly feature: string; readonly before: EvaluatedAnswer; readonly after: EvaluatedAnswer }[] }[] };

export type ImportData = { readonly features: readonly ImportedFeature[]; readonly featureStrategies: readonly { readonly name: string; readonly title?: string | null; readonly disabled?: boolean | null; readonly constraints?: readonly Constraint[]; readonly parameters?: Readonly<Record<string, string>>; readonly variants?: readonly StrategyVariant[]; readonly segments?: readonly number[]; readonly sortOrder?: number; readonly featureName: string }[]; readonly featureEnvironments: readonly { readonly name: string; readonly featureName?: string; readonly environment?: string; readonly enabled: boolean; readonly variants?: readonly ImportedVariant[] | null }[]; readonly contextFields: readonly CreateContextField[]; readonly featureTags: readonly { readonly featureName: string; readonly tagType?: string; readonly tagValue: string; readonly type?: string; readonly value?: string }[]; readonly segments: readonly Creator[]; readonly tagTypes: readonly CreateTagType[]; readonly dependencies: readonly FeatureDependencies[]; readonly links: readonly LinksOfFeature[] };

export type ImportEnvelope = { readonly project: string; readonly environment: string; readonly data: ImportData };

export type ImportOutcome = { readonly skippedArchivedFeatures: readonly string[] };

export type ImportReport = { readonly errors: readonly Finding[]; readonly warnings: readonly Finding[]; readonly permissions: readonly Finding[] };

export type ImportedFeature = { readonly name: UrlFriendlyName; readonly description?: string | null; readonly type?: string; readonly stale?: boolean; readonly impressionData?: boolean; readonly codeDefault?: boolean | number | string | Readonly<Record<string, unknown>> | null };

export type ImportedVariant = { readonly name: UrlFriendlyName; readonly weight: number; readonly weightType?: WeightType; readonly stickiness?: string; readonly payload?: Payload; readonly overrides?: readonly Override[] };

export type InboxPart = { readonly total: number; readonly first: readonly FoundChangeRequest[] };

export type Instance = { readonly instanceId: string; readonly sdkVersion: string | null; readonly sdkType: string | null; readonly clientIp: null; readonly lastSeen: string };

export type IssuedToken = { readonly id: number; readonly description: string; readonly userId: number; readonly expiresAt: string; readonly createdAt: string; readonly seenAt: string | null; readonly secret: string };

export type JsonPatch = readonly { readonly op: ("add" | "remove" | "replace" | "copy" | "move"); readonly path: string; readonly from?: string; readonly value?: unknown }[];

export type LeadTimes = { readonly projectAverage: number; readonly features: readonly { readonly name: string; readonly timeToProduction: number }[] };

export type LegalValue = { readonly value: string; readonly description?: string };

export type LinkInput = { readonly url: string; readonly title?: string | null };

export type LinkTemplate = { readonly urlTemplate: string; readonly title: string | null };

export type LinkTemplatesInput = readonly { readonly urlTemplate: string; readonly title?: string | null }[];

export type LinksOfFeature = { readonly feature: string; readonly links: readonly LinkInput[] };

export type ListedUser = { readonly id: number; readonly isAPI: boolean; readonly accountType: string; readonly name: string | null; readonly username?: string; readonly email?: string; readonly imageUrl: string; readonly loginAttempts: number; readonly rootRole: number; readonly seenAt: string | null; readonly createdAt: string; readonly permissions: readonly string[]; readonly inviteLink?: string };

export type Maintenance = { readonly enabled: boolean };

export type Metrics = { readonly appName: string; readonly instanceId: string | null; readonly environment?: string | null; readonly bucket: { readonly start: number | string; readonly stop: number | string; readonly toggles: Readonly<Record<string, { readonly yes: number | null; readonly no: number | null; readonly variants: Readonly<Record<string, number | null>> | null }>> } };

export type NewPersonalToken = { readonly description: string; readonly expiresAt: string };

export type OidcSettings = { readonly enabled?: boolean; readonly discoverUrl?: string; readonly clientId?: string; readonly secret?: string; readonly enableSingleSignOut?: boolean; readonly acrValues?: string; readonly idTokenSigningAlgorithm?: ("RS256" | "RS384" | "RS512"); readonly addGroupsScope?: boolean; readonly requireVerifiedEmail?: boolean; readonly enablePkce?: boolean; readonly autoCreate?: boolean; readonly emailDomains?: string; readonly defaultRootRole?: string; readonly defaultRootRoleId?: number; readonly enableGroupSyncing?: boolean; readonly secondFactorAtProvider?: boolean; readonly groupJsonPath?: string };

export type OnboardingStatus = ({ readonly status: ("onboarding-started" | "onboarded") } | { readonly status: "first-flag-created"; readonly feature: string });

export type Operator = ("NOT_IN" | "IN" | "STR_ENDS_WITH" | "STR_STARTS_WITH" | "STR_CONTAINS" | "NUM_EQ" | "NUM_GT" | "NUM_GTE" | "NUM_LT" | "NUM_LTE" | "DATE_AFTER" | "DATE_BEFORE" | "SEMVER_EQ" | "SEMVER_GT" | "SEMVER_LT" | "SEMVER_GTE" | "SEMVER_LTE" | "REGEX" | "IN_CIDR");

export type OutdatedSdks = { readonly sdks: readonly { readonly sdkVersion: string; readonly applications: readonly string[] }[] };

export type Override = { readonly contextName: string; readonly values: readonly string[] };

export type OwnSetting = { readonly key: string; readonly value: unknown; readonly updatedAt: string };

export type Owner = ({ readonly ownerType: "user"; readonly id: number; readonly name: string } | { readonly ownerType: "system" });

export type ParentResult = { readonly feature: string; readonly enabled: boolean; readonly variants: readonly string[]; readonly result?: boolean; readonly given?: EvaluatedAnswer };

export type Passkey = { readonly id: string; readonly name: string; readonly passwordless: boolean; readonly createdAt: string; readonly seenAt: string | null };

export type PasswordBody = { readonly password: string };

export type PastEvent = { readonly type: string; readonly project: string | null; readonly environment: string | null; readonly featureName: string | null; readonly data: Readonly<Record<string, unknown>> | null; readonly preData: Readonly<Record<string, unknown>> | null };

export type PatchStep = { readonly op: ("add" | "remove" | "replace"); readonly path: string; readonly value?: unknown };

export type Payload = { readonly type: ("json" | "csv" | "string" | "number"); readonly value: string };

export type PendingLogInToken = { readonly token: string };

export type Permission = { readonly id: number; readonly name: string; readonly displayName: string; readonly type: string; readonly environment?: string };

export type Persona = { readonly id: string; readonly name: string; readonly description: string | null; readonly context: EvaluatedContext; readonly createdBy: string | null; readonly createdAt: string };

export type PersonalToken = { readonly id: number; readonly description: string; readonly userId: number; readonly expiresAt: string; readonly createdAt: string; readonly seenAt: string | null };

export type PersonalTokens = { readonly pats: readonly PersonalToken[] };

export type PreviewAnswer = { readonly environments: readonly { readonly name: string; readonly contexts: readonly { readonly enabled: boolean; readonly variant: (UrlFriendlyName | null); readonly because: Because; readonly byChance: boolean; readonly after?: { readonly enabled: boolean; readonly variant: (UrlFriendlyName | null); readonly because: Because; readonly byChance: boolean } }[] }[]; readonly refusals: readonly Refusal[] };

export type PreviewQuestion = { readonly environments: readonly EnvironmentName[]; readonly contexts: readonly EvaluatedContext[]; readonly draft?: { readonly environment: EnvironmentName; readonly changes: readonly { readonly action: ChangeAction; readonly payload?: unknown }[] } };

export type ProjectAccess = { readonly groups: readonly { readonly id: number; readonly name: string; readonly description: string | null; readonly mappingsSSO: readonly string[]; readonly rootRole: number | null; readonly createdBy: string | null; readonly createdAt: string; readonly users: readonly GroupMember[]; readonly projects: readonly string[]; readonly userCount: number; readonly addedAt: string; readonly roleId: number; readonly roles: readonly number[] }[]; readonly users: readonly UserWithAccess[]; readonly roles: readonly Role[] };

export type ProjectMode = ("open" | "protected" | "private");

export type ProjectUsers = { readonly users: readonly UserWithAccess[]; readonly roles: readonly Role[] };

export type ProposedStrategyUse = { readonly id?: string; readonly projectId: string; readonly featureName: string; readonly strategyName: string; readonly environment: string; readonly changeRequest: { readonly id: number } };

export type Provider = { readonly name: string; readonly displayName: string; readonly description: string; readonly documentationUrl: string; readonly howTo?: string; readonly deprecated?: string; readonly parameters: readonly { readonly name: string; readonly displayName: string; readonly description: string; readonly placeholder?: string; readonly type: string; readonly required: boolean; readonly sensitive: boolean }[]; readonly events: readonly string[]; readonly tagTypes?: readonly { readonly name: string; readonly description: string; readonly icon: string }[] };

export type Rating = { readonly rating: number; readonly activeCount: number; readonly staleCount: number; readonly potentiallyStaleCount: number };

export type ReadState = { readonly version: 4; readonly environments?: readonly Environment[]; readonly projects?: readonly { readonly id: string; readonly name: string; readonly description: string | null; readonly mode: ProjectMode; readonly defaultStickiness: string; readonly environments: readonly string[] }[]; readonly features?: readonly { readonly name: UrlFriendlyName; readonly description?: string | null; readonly type?: string; readonly stale?: boolean; readonly impressionData?: boolean; readonly codeDefault?: boolean | number | string | Readonly<Record<string, unknown>> | null; readonly project: string }[]; readonly featureEnvironments?: readonly ExportedFeatureEnvironment[]; readonly featureStrategies?: readonly { readonly id: string; readonly name: string; readonly title: string | null; readonly disabled: boolean | null; readonly constraints: readonly Constraint[]; readonly parameters: Readonly<Record<string, string>>; readonly variants: readonly StrategyVariant[]; readonly sortOrder: number; readonly featureName: string; readonly environment: string }[]; readonly strategies?: readonly StrategyDefinition[]; readonly tagTypes?: readonly TagType[]; readonly tags?: readonly Tag[]; readonly featureTags?: readonly { readonly featureName: string; readonly tagType: string; readonly tagValue: string }[]; readonly segments?: readonly { readonly id: number; readonly name: string; readonly description: string | null; readonly project: string | null; readonly constraints: readonly Constraint[] }[]; readonly featureStrategySegments?: readonly StrategySegmentLink[] };

export type Readiness = { readonly health: ("GOOD" | "BAD"); readonly services: Readonly<Record<string, ServiceReadiness>> };

export type RecoveryCodes = { readonly recoveryCodes: readonly string[] };

export type Refusal = { readonly name: string; readonly message: string; readonly path?: string };

export type Registration = { readonly appName: string; readonly instanceId: string | null; readonly sdkVersion?: string; readonly environment?: string | null; readonly strategies: readonly string[]; readonly started: number | string; readonly interval: number };

export type RegistrationResponse = { readonly id: string; readonly rawId: string; readonly type: "public-key"; readonly response: { readonly clientDataJSON: string; readonly attestationObject: string; readonly transports?: readonly string[] } };

export type ReplayResult = { readonly replayed: number; readonly left: number; readonly failure: ({ readonly id: string; readonly reason: string } | null) };

export type ReviewDecision = { readonly createdBy: { readonly id: number; readonly username: string; readonly imageUrl: string }; readonly createdAt: string };

export type ReviewerList = { readonly reviewers: readonly { readonly id: number; readonly email: string | null; readonly username: string | null; readonly name: string | null; readonly imageUrl: string }[] };

export type Reviewers = { readonly groups: readonly number[]; readonly roles: readonly number[] };

export type Role = { readonly id: number; readonly type: string; readonly name: string; readonly description: string };

export type RoleAnswer = { readonly version: number; readonly roles: RoleWithPermissions };

export type RoleIds = readonly number[];

export type RoleInput = { readonly name: string; readonly description?: string; readonly type?: ("custom" | "root-custom"); readonly permissions?: readonly { readonly name?: string; readonly id?: number; readonly environment?: string | null }[] };

export type RoleWithPermissions = { readonly id: number; readonly type: string; readonly name: string; readonly description: string; readonly permissions: readonly { readonly id: number; readonly name: string; readonly displayName: string; readonly type: string; readonly environment?: string; readonly project?: string }[] };

export type RolesAnswer = { readonly version: number; readonly roles: readonly Role[] };

export type RolesInput = { readonly roles: RoleIds };

export type RotateToken = { readonly overlapMinutes?: number; readonly expiresAt?: string | null };

export type RuleShareResult = { readonly stickiness: string; readonly value: string | null; readonly group: string; readonly bucket: number | null; readonly of: number; readonly chance: boolean; readonly reaches: number };

export type SamlSettings = { readonly enabled?: boolean; readonly entityId?: string; readonly signOnUrl?: string; readonly certificate?: string; readonly signOutUrl?: string; readonly spCertificate?: string; readonly autoCreate?: boolean; readonly emailDomains?: string; readonly defaultRootRole?: string; readonly defaultRootRoleId?: number; readonly enableGroupSyncing?: boolean; readonly secondFactorAtProvider?: boolean; readonly groupJsonPath?: string };

export type Schedule = { readonly scheduledAt: string; readonly status: ("pending" | "failed"); readonly failureReason: string | null; readonly scheduledBy: string | null; readonly schedulerDeleted?: boolean };

export type ScheduleConflicts = { readonly changeRequests: readonly { readonly id: number; readonly title?: string }[] };

export type ScimGroup = { readonly schemas: readonly string[]; readonly id: string; readonly externalId?: string; readonly displayName: string; readonly members: readonly { readonly value: string; readonly display: string }[]; readonly meta: ScimMeta };

export type ScimGroupInput = { readonly schemas?: readonly string[]; readonly displayName: string; readonly externalId?: string | null; readonly members?: readonly { readonly value: string }[] | null };

export type ScimMeta = { readonly resourceType: string; readonly created: string; readonly location: string };

export type ScimPatch = { readonly schemas?: readonly string[]; readonly Operations: readonly { readonly op: string; readonly path?: string; readonly value?: unknown }[] };

export type ScimSettings = { readonly enabled: boolean; readonly hasToken: boolean; readonly token?: string };

export type ScimUser = { readonly schemas: readonly string[]; readonly id: string; readonly externalId?: string; readonly userName: string; readonly displayName?: string; readonly name?: { readonly formatted: string }; readonly emails: readonly { readonly value: string; readonly type: string; readonly primary: boolean }[]; readonly active: boolean; readonly meta: ScimMeta };

export type ScimUserInput = { readonly schemas?: readonly string[]; readonly userName: string; readonly externalId?: string | null; readonly displayName?: string | null; readonly name?: { readonly formatted?: string | null; readonly givenName?: string | null; readonly familyName?: string | null } | null; readonly emails?: readonly { readonly value: string; readonly type?: string | null; readonly primary?: boolean | null }[] | null; readonly active?: boolean };

export type SeenState = Readonly<Record<string, unknown>>;

export type Segment = { readonly id: number; readonly name: string; readonly description: string | null; readonly project: string | null; readonly constraints: readonly Constraint[]; readonly createdBy: string | null; readonly createdAt: string };

export type SegmentName = string;

export type SegmentState = { readonly id: number; readonly name: string; readonly constraints: readonly Constraint[] };

export type SegmentsOfStrategy = { readonly projectId: string; readonly environmentId: string; readonly strategyId: string; readonly segmentIds: readonly number[] };

export type SentState = { readonly version: number; readonly environments?: readonly { readonly name: string; readonly type: string; readonly enabled?: boolean; readonly sortOrder?: number; readonly protected?: boolean }[]; readonly projects?: readonly { readonly id: UrlFriendlyName; readonly name: string; readonly description?: string | null; readonly mode?: ProjectMode; readonly defaultStickiness?: string; readonly environments?: readonly string[]; readonly health?: number; readonly favorite?: boolean }[]; readonly features?: readonly { readonly name: UrlFriendlyName; readonly project: string; readonly description?: string | null; readonly type?: string; readonly stale?: boolean; readonly impressionData?: boolean; readonly codeDefault?: boolean | number | string | Readonly<Record<string, unknown>> | null; readonly enabled?: boolean; readonly strategies?: readonly { readonly name: string; readonly parameters?: Readonly<Record<string, string>>; readonly constraints?: readonly Constraint[] }[]; readonly variants?: readonly ImportedVariant[] }[]; readonly featureEnvironments?: readonly { readonly featureName: string; readonly environment?: string; readonly name?: string; readonly enabled: boolean; readonly variants?: readonly ImportedVariant[] }[]; readonly featureStrategies?: readonly { readonly id?: string; readonly featureName: string; readonly environment: string; readonly name?: string; readonly strategyName?: string; readonly title?: string | null; readonly disabled?: boolean | null; readonly sortOrder?: number; readonly parameters?: Readonly<Record<string, string>>; readonly constraints?: readonly Constraint[]; readonly variants?: readonly StrategyVariant[]; readonly segments?: readonly number[] }[]; readonly strategies?: readonly { readonly name: UrlFriendlyName; readonly title?: string | null; readonly description?: string | null; readonly parameters?: readonly StrategyParameterInput[]; readonly displayName?: string | null; readonly editable?: boolean; readonly deprecated?: boolean }[]; readonly tagTypes?: readonly CreateTagType[]; readonly tags?: readonly Tag[]; readonly featureTags?: readonly { readonly featureName: string; readonly tagType?: string; readonly tagValue?: string; readonly type?: string; readonly value?: string }[]; readonly segments?: readonly { readonly name: SegmentName; readonly description?: string | null; readonly project?: string | null; readonly constraints: readonly Constraint[]; readonly id?: number }[]; readonly featureStrategySegments?: readonly StrategySegmentLink[] };

export type ServiceAccount = { readonly id: number; readonly isAPI: boolean; readonly accountType: string; readonly name: string | null; readonly username?: string; readonly imageUrl: string; readonly rootRole: number; readonly createdAt: string; readonly seenAt: null; readonly loginAttempts: number };

export type ServiceAccounts = { readonly serviceAccounts: readonly { readonly id: number; readonly isAPI: boolean; readonly accountType: string; readonly name: string | null; readonly username?: string; readonly imageUrl: string; readonly rootRole: number; readonly createdAt: string; readonly seenAt: null; readonly loginAttempts: number; readonly tokens: readonly PersonalToken[] }[]; readonly rootRoles: readonly Role[] };

export type ServiceReadiness = { readonly state: ("ready" | "degraded" | "away"); readonly reason: string | null };

export type Session = { readonly id: string; readonly address: string; readonly browser: string; readonly createdAt: string; readonly expiresAt: string };

export type Sessions = { readonly sessions: readonly Session[] };

export type ShareResult = { readonly stickiness: string; readonly value: string | null; readonly group: string; readonly bucket: number | null; readonly of: number; readonly chance: boolean };

export type SignUpLink = { readonly id: number; readonly secret: string; readonly url: string | null; readonly name: string; readonly enabled: boolean; readonly expiresAt: string; readonly createdAt: string; readonly createdBy: string | null; readonly users: readonly UserPreview[]; readonly role: Role };

export type SimpleSettings = { readonly disabled: boolean };

export type StageFigures = { readonly averageDays: number | null; readonly currentFlags: number };

export type StageSummary = { readonly initial: StageFigures; readonly preLive: StageFigures; readonly live: StageFigures; readonly completed: StageFigures; readonly archived: { readonly currentFlags: number; readonly last30Days: number } };

export type State = ("waiting" | "success" | "failed");

export type Stats = { readonly avgTimeToProdCurrentWindow: number; readonly createdCurrentWindow: number; readonly createdPastWindow: number; readonly archivedCurrentWindow: number; readonly archivedPastWindow: number; readonly projectActivityCurrentWindow: number; readonly projectActivityPastWindow: number; readonly projectMembersAddedCurrentWindow: number };

export type StrategyDefinition = { readonly name: string; readonly displayName: string | null; readonly title: string | null; readonly description: string | null; readonly editable: boolean; readonly deprecated: boolean; readonly parameters: readonly StrategyParameter[] };

export type StrategyOfFeature = { readonly id: string; readonly name: string; readonly title: string | null; readonly disabled: boolean | null; readonly constraints: readonly Constraint[]; readonly parameters: Readonly<Record<string, string>>; readonly variants: readonly StrategyVariant[]; readonly sortOrder: number; readonly segments: readonly number[]; readonly featureName: string };

export type StrategyOrder = readonly { readonly id: string; readonly sortOrder: number }[];

export type StrategyParameter = { readonly name: string; readonly type: string; readonly description: string; readonly required: boolean };

export type StrategyParameterInput = { readonly name: string; readonly type: ("string" | "percentage" | "list" | "number" | "boolean"); readonly description?: string | null; readonly required?: boolean };

export type StrategyResult = { readonly id: string; readonly name: string; readonly title?: string; readonly disabled: boolean; readonly parameters: Readonly<Record<string, string>>; readonly result: { readonly evaluationStatus: ("complete" | "incomplete" | "unevaluated"); readonly enabled: (true | false | "unknown"); readonly variant?: EvaluatedVariant; readonly variants?: FeatureVariants; readonly variantShare?: ShareResult }; readonly share: (RuleShareResult | null); readonly passes: (true | false | "unknown"); readonly constraints: readonly ConstraintResult[]; readonly segments: readonly { readonly id: number; readonly name: string; readonly result: boolean; readonly constraints: readonly ConstraintResult[] }[]; readonly links: { readonly edit: string } };

export type StrategySegmentLink = { readonly segmentId: number; readonly featureStrategyId: string };

export type StrategyUse = { readonly id: string; readonly projectId: string; readonly featureName: string; readonly strategyName: string; readonly environment: string };

export type StrategyUseList = { readonly strategies: readonly StrategyUse[] };

export type StrategyVariant = { readonly name: UrlFriendlyName; readonly weight: number; readonly weightType: WeightType; readonly stickiness: string; readonly payload?: Payload };

export type Tag = { readonly value: string; readonly type: string };

export type TagChange = { readonly addedTags: readonly Tag[]; readonly removedTags: readonly Tag[] };

export type TagList = { readonly version: 1; readonly tags: readonly Tag[] };

export type TagType = { readonly name: string; readonly description: string | null; readonly icon: string | null };

export type TagTypeContent = { readonly description?: string | null; readonly icon?: string | null };

export type TokenType = ("admin" | "client" | "frontend");

export type Total = { readonly total: number };

export type TotpCode = string;

export type TotpSetup = { readonly secret: string; readonly uri: string };

export type TypeCount = { readonly type: string; readonly count: number };

export type UiConfig = { readonly name: string; readonly version: string; readonly versionInfo: { readonly current: { readonly oss: string; readonly enterprise: string }; readonly latest: Readonly<Record<string, unknown>>; readonly isLatest: boolean }; readonly environment: string; readonly unleashUrl: string; readonly baseUriPath: string; readonly authenticationType: string; readonly disablePasswordAuth: boolean; readonly emailEnabled: boolean; readonly maintenanceMode: boolean; readonly maxSessionsCount: number; readonly prometheusAPIAvailable: boolean; readonly impactMetrics: string; readonly storiesPageEnabled: boolean; readonly unleashContext: Readonly<Record<string, unknown>>; readonly flags: Readonly<Record<string, unknown>>; readonly resourceLimits: Readonly<Record<string, number>>; readonly frontendApiOrigins?: readonly string[] };

export type Undo = { readonly isReversible: boolean; readonly because: string | null; readonly sentence: string | null; readonly project: string | null; readonly environment: string | null; readonly change: { readonly action: ("updateEnabled" | "addStrategy" | "updateStrategy" | "deleteStrategy" | "patchVariant" | "reorderStrategy" | "archiveFeature" | "addDependency" | "deleteDependency" | "updateSegment" | "deleteSegment" | "reviveFeature" | "updateFeature" | "tagFeature" | "untagFeature"); readonly feature: string | null; readonly payload?: unknown } | null; readonly way: ("direct" | "change request" | null); readonly hasChanged: boolean; readonly left: (SeenState | null); readonly now: (SeenState | null) };

export type UpdateContextField = { readonly description?: string | null; readonly stickiness?: boolean; readonly sortOrder?: number; readonly legalValues?: readonly LegalValue[] };

export type UpdateEnvironment = { readonly type?: string; readonly sortOrder?: number };

export type UpdateFeature = { readonly name?: string; readonly description?: string | null; readonly type?: string; readonly stale?: boolean; readonly impressionData?: boolean; readonly codeDefault?: boolean | number | string | Readonly<Record<string, unknown>> | null; readonly archived?: boolean };

export type UpdateProject = { readonly name: string; readonly description?: string | null; readonly mode?: ProjectMode; readonly defaultStickiness?: string; readonly featureLimit?: number | null };

export type UpdateStrategy = { readonly name?: string; readonly title?: string | null; readonly disabled?: boolean | null; readonly constraints?: readonly Constraint[]; readonly parameters?: Readonly<Record<string, string>>; readonly variants?: readonly StrategyVariant[]; readonly segments?: readonly number[] };

export type UpdateStrategyDefinition = { readonly title?: string | null; readonly description?: string | null; readonly parameters: readonly StrategyParameterInput[] };

export type UpdatedFeature = { readonly name: string; readonly description: string | null; readonly type: string; readonly project: string; readonly stale: boolean; readonly createdAt: string | null; readonly lastSeenAt: string | null; readonly impressionData: boolean; readonly codeDefault?: boolean | number | string | Readonly<Record<string, unknown>>; readonly archived: boolean; readonly archivedAt: string | null; readonly variants: FeatureVariants; readonly strategies: readonly Readonly<Record<string, unknown>>[] };

export type UrlFriendlyName = string;

export type UsedContextField = { readonly name: string; readonly description: string | null; readonly stickiness: boolean; readonly sortOrder: number; readonly legalValues: readonly LegalValue[]; readonly createdAt: string; readonly usedInFeatures: number; readonly usedInProjects: number };

export type UsedSegment = { readonly id: number; readonly name: string; readonly description: string | null; readonly project: string | null; readonly constraints: readonly Constraint[]; readonly createdBy: string | null; readonly createdAt: string; readonly usedInFeatures: number; readonly usedInProjects: number };

export type User = { readonly id: number; readonly isAPI: boolean; readonly accountType: string; readonly name: string | null; readonly username?: string; readonly email?: string; readonly imageUrl: string; readonly loginAttempts: number; readonly rootRole: number; readonly seenAt: string | null; readonly createdAt: string; readonly permissions: readonly string[] };

export type UserPreview = { readonly id: number; readonly isAPI: boolean; readonly accountType: string; readonly name: string | null; readonly username?: string; readonly email?: string; readonly imageUrl: string };

export type UserWithAccess = { readonly id: number; readonly isAPI: boolean; readonly name: string; readonly username: string | null; readonly email: string | null; readonly imageUrl: string; readonly addedAt: string; readonly roleId: number; readonly roles: readonly number[] };

export type Username = string;

export type Users = { readonly users: readonly ListedUser[]; readonly rootRoles: readonly Role[] };

export type VariantList = { readonly version: 1; readonly variants: FeatureVariants };

export type VersionedTag = { readonly version: 1; readonly tag: Tag };

export type WeightType = ("variable" | "fix");

export type WorkloadIdentity = { readonly id: number; readonly name: string; readonly issuer: string; readonly audience: string; readonly claims: Readonly<Record<string, readonly string[]>>; readonly project: string; readonly roles: readonly number[]; readonly tokenLifetimeSeconds: number; readonly enabled: boolean; readonly createdAt: string; readonly seenAt: string | null };

export type WorkloadIdentityInput = { readonly name: string; readonly issuer: string; readonly audience: string; readonly claims: Readonly<Record<string, readonly string[]>>; readonly project: string; readonly roles: readonly number[]; readonly tokenLifetimeSeconds?: number; readonly enabled?: boolean };

export type WritePersona = { readonly name: string; readonly description?: string | null; readonly context: EvaluatedContext };

export type WriteSegment = { readonly name: SegmentName; readonly description?: string | null; readonly project?: string | null; readonly constraints: readonly Constraint[] };

export type WrittenSignUpLink = { readonly id: number; readonly secret: string; readonly url: string | null; readonly name: string; readonly enabled: boolean; readonly expiresAt: string; readonly createdAt: string; readonly createdBy: string | null; readonly users: readonly UserPreview[]; readonly role: Role; readonly expiryCapped?: true };

