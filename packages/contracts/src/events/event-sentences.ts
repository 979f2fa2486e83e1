import type { EventType } from './catalogue.ts';

/** Content of an event: its data, with that of the previous state where it has none. */
export type EventContent = Readonly<Record<string, unknown>>;

/** The parts of a sentence that a console describes in more detail than a mail. */
export interface Wording {
  /** A strategy by its title, or by the name of its type. */
  strategy(type: string): string;
  /** The condition for the next milestone; empty if it is not described. */
  condition(condition: unknown): string;
  /** A safeguard; empty if it is not described. */
  safeguard(safeguard: unknown): string;
  /** A text of the server with times in ISO 8601. */
  reason(text: string): string;
}

/** Words without knowledge of the product's texts. */
export const plainWording: Wording = { strategy: (type) => type, condition: () => '', safeguard: () => '', reason: (text) => text };

type Part = (content: EventContent, words: Wording) => string;

/** An event type as a sentence: verb, object, the feature, tail. With `of`, the feature is optional and follows that preposition. */
export interface Sentence {
  readonly verb: string;
  /** The name of the object, in the content. */
  readonly object?: Part;
  readonly of?: 'of' | 'to' | 'from' | 'for' | 'on';
  readonly tail?: string | Part;
  /** The permission that its undo requires; without it, the event cannot be undone. */
  readonly undo?: string;
}

const textIn = (content: EventContent, ...names: readonly string[]): string =>
  names.map((name) => content[name]).find((value): value is string => typeof value === 'string' && value !== '') ?? '';

const nameIn = (content: EventContent): string => textIn(content, 'tokenName', 'name', 'username', 'email', 'description', 'id');
const tagIn = ({ type, value }: EventContent): string => [type, value].filter((part) => typeof part === 'string').join(':');
const strategyNameIn: Part = (content, words) => textIn(content, 'title') || words.strategy(textIn(content, 'name'));
const requestIn = ({ changeRequestId }: EventContent): string => (typeof changeRequestId === 'number' ? `#${changeRequestId}` : '');
const memberIn = (content: EventContent): string => textIn(content, 'email', 'name');
const asRole = (content: EventContent): string => {
  const role = textIn(content, 'roleName');
  return role === '' ? '' : `as ${role}`;
};

/** The new owner, if any. */
function ownerIn({ owner }: EventContent): string {
  const name = textIn((owner ?? {}) as EventContent, 'name');
  return name === '' ? 'to nobody' : `to ${name}`;
}

/** The documents, promotion or undo that a plan consists of. */
function planIn({ source, set, applied }: EventContent): string {
  const what =
    source === 'documents'
      ? `the set ${typeof set === 'string' ? set : ''}`
      : source === 'promotion'
        ? 'a promotion'
        : 'the undo of a plan';
  return `${what} (${applied === 1 ? '1 change' : `${String(applied)} changes`})`;
}

const named = (verb: string): Sentence => ({ verb, object: nameIn });
const request = (verb: string, tail = ''): Sentence => ({ verb: `${verb} change request`, object: requestIn, tail });

/** The reason that a safeguard or a pause names, if any. */
function reasonIn(content: EventContent, words: Wording): string {
  const reason = textIn(content, 'reason');
  return reason === '' ? '' : `(${words.reason(reason)})`;
}

/** A milestone by its name. */
const milestone = (verb: string): Sentence => ({ verb, object: (content) => textIn(content, 'milestoneName'), of: 'of' });

const quoted = (text: string): string => (text === '' ? '' : `“${text}”`);

function toCondition({ transitionCondition }: EventContent, words: Wording): string {
  const condition = transitionCondition ? quoted(words.condition(transitionCondition)) : '';
  return condition === '' ? '' : `to ${condition}`;
}

const safeguardIn: Part = ({ safeguard }, words) => (safeguard ? quoted(words.safeguard(safeguard)) : '');

const chart = (verb: string): Sentence => ({
  verb: `${verb} the chart`,
  object: (content) => textIn(content, 'title', 'metricName'),
  of: 'of',
});

const configured = 'UPDATE_FEATURE';

/** Events that a change undoes, with the permission of that change. Toggles has the changes (`reversals`). */
const reversible = {
  'feature-created': { verb: 'created', undo: 'DELETE_FEATURE' },
  'feature-metadata-updated': { verb: 'changed the details', of: 'of', undo: configured },
  'feature-archived': { verb: 'archived', undo: configured },
  'feature-revived': { verb: 'restored', undo: 'DELETE_FEATURE' },
  'feature-stale-on': { verb: 'marked', tail: 'as stale', undo: configured },
  'feature-stale-off': { verb: 'removed the stale mark', of: 'from', undo: configured },
  'feature-environment-enabled': { verb: 'turned on', undo: 'UPDATE_FEATURE_ENVIRONMENT' },
  'feature-environment-disabled': { verb: 'turned off', undo: 'UPDATE_FEATURE_ENVIRONMENT' },
  'feature-strategy-add': { verb: 'added the strategy', object: strategyNameIn, of: 'to', undo: 'DELETE_FEATURE_STRATEGY' },
  'feature-strategy-update': { verb: 'changed the strategy', object: strategyNameIn, of: 'of', undo: 'UPDATE_FEATURE_STRATEGY' },
  'feature-strategy-remove': { verb: 'deleted the strategy', object: strategyNameIn, of: 'from', undo: 'CREATE_FEATURE_STRATEGY' },
  'strategy-order-changed': { verb: 'reordered the strategies', of: 'of', undo: 'UPDATE_FEATURE_STRATEGY' },
  'feature-environment-variants-updated': { verb: 'changed the variants', of: 'of', undo: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS' },
  'feature-tagged': { verb: 'added the tag', object: tagIn, of: 'to', undo: configured },
  'feature-untagged': { verb: 'removed the tag', object: tagIn, of: 'from', undo: configured },
  'feature-dependency-added': { verb: 'added a dependency', of: 'to', undo: 'UPDATE_FEATURE_DEPENDENCY' },
  'feature-dependency-removed': { verb: 'removed a dependency', of: 'from', undo: 'UPDATE_FEATURE_DEPENDENCY' },
  'feature-dependencies-removed': { verb: 'removed all dependencies', of: 'from', undo: 'UPDATE_FEATURE_DEPENDENCY' },
  'release-plan-added': { ...named('added the release plan'), of: 'to', undo: 'DELETE_FEATURE_STRATEGY' },
  'release-plan-milestone-started': {
    ...milestone('started the milestone'),
    tail: ({ automatic }) => (automatic === true ? 'automatically' : ''),
    undo: 'UPDATE_FEATURE_STRATEGY',
  },
  'release-plan-progressions-paused': {
    ...milestone('paused the release at the milestone'),
    tail: reasonIn,
    undo: 'UPDATE_FEATURE_STRATEGY',
  },
  'milestone-progression-created': {
    verb: 'set the condition for the next milestone',
    of: 'of',
    tail: toCondition,
    undo: 'UPDATE_FEATURE_STRATEGY',
  },
  'milestone-progression-updated': {
    verb: 'changed the condition for the next milestone',
    of: 'of',
    tail: toCondition,
    undo: 'UPDATE_FEATURE_STRATEGY',
  },
  'milestone-progression-deleted': { verb: 'removed the condition for the next milestone', of: 'of', undo: 'UPDATE_FEATURE_STRATEGY' },
  'safeguard-changed': { verb: 'set the safeguard', object: safeguardIn, of: 'of', undo: 'UPDATE_FEATURE_STRATEGY' },
  'safeguard-deleted': { verb: 'removed the safeguard', object: safeguardIn, of: 'from', undo: 'UPDATE_FEATURE_STRATEGY' },
  'segment-created': { ...named('created the segment'), undo: 'DELETE_SEGMENT' },
  'segment-updated': { ...named('changed the segment'), undo: 'UPDATE_SEGMENT' },
} as const satisfies Readonly<Record<string, Sentence & { readonly undo: string }>>;

/** Events that no change undoes. The undo of a whole plan is a plan. */
const irreversible = {
  'feature-deleted': { verb: 'deleted' },
  'feature-import': { verb: 'imported the feature', object: nameIn },
  'feature-owner-updated': { verb: 'changed the owner', of: 'of', tail: ownerIn },
  'feature-project-change': {
    verb: 'moved',
    tail: 'to another project',
  },
  'feature-potentially-stale-on': { verb: 'noticed that', tail: 'has passed its expected lifetime' },
  'feature-completed': { verb: 'completed' },
  'feature-uncompleted': { verb: 'reopened' },
  'feature-variants-updated': {
    verb: 'changed the variants',
    of: 'of',
  },
  'feature-tag-import': { verb: 'imported the tag', object: ({ tag }) => tagIn((tag ?? {}) as EventContent), of: 'of' },
  'feature-link-added': { verb: 'added a link', of: 'to' },
  'feature-link-updated': { verb: 'changed a link', of: 'of' },
  'feature-link-removed': { verb: 'removed a link', of: 'from' },
  'feature-comment-added': { verb: 'commented', of: 'on' },
  'feature-comment-deleted': { verb: 'deleted a comment', of: 'on' },
  'feature-favorited': { verb: 'added', tail: 'to favorites' },
  'feature-unfavorited': { verb: 'removed', tail: 'from favorites' },
  'feature-type-updated': named('changed the feature type'),
  'features-exported': { verb: 'exported features' },
  'features-imported': { verb: 'imported features' },
  'events-imported': {
    verb: 'imported',
    object: ({ count }) => (count === 1 ? '1 event' : `${String(count)} events`),
    tail: (content) => `from ${textIn(content, 'source')}`,
  },
  'release-plan-updated': { ...named('changed the release plan'), of: 'of' },
  'release-plan-removed': {
    ...named('removed the release plan'),
    of: 'from',
  },
  'release-plan-milestone-approved': milestone('approved leaving the milestone'),
  'release-plan-progressions-resumed': milestone('resumed the release at the milestone'),
  'safeguard-triggered': {
    verb: 'triggered the safeguard',
    object: safeguardIn,
    of: 'of',
    tail: ({ safeguard }, words) => reasonIn((safeguard ?? {}) as EventContent, words),
  },
  'release-plan-template-created': named('created the release template'),
  'release-plan-template-updated': named('changed the release template'),
  'release-plan-template-archived': named('archived the release template'),
  'release-plan-template-deleted': named('deleted the release template'),
  'change-request-created': request('created'),
  'change-request-discarded': request('discarded'),
  'change-added': { verb: 'proposed a change', of: 'of' },
  'change-edited': { verb: 'edited a proposed change', of: 'of' },
  'change-discarded': { verb: 'withdrew a proposed change', of: 'of' },
  'changes-proposed': { verb: 'proposed changes' },
  'change-request-sent-to-review': request('sent', 'for review'),
  'change-request-approval-added': request('approved'),
  'change-request-approved': request('completed the approvals of'),
  'change-request-rejected': request('rejected'),
  'change-request-cancelled': request('canceled'),
  'change-request-scheduled': request('scheduled'),
  'change-request-applied': request('applied'),
  'change-request-scheduled-application-success': request('applied scheduled'),
  'change-request-scheduled-application-failure': request('failed to apply scheduled'),
  'change-request-reason-given': request('gave a reason for'),
  'change-request-requested-approvers-updated': request('changed the reviewers of'),
  'change-request-title-updated': {
    ...request('renamed'),
    tail: (content) => {
      const title = textIn(content, 'title');
      return title === '' ? '' : `to “${title}”`;
    },
  },
  'change-request-configuration-updated': { verb: 'changed the protection of the project' },
  'protection-bypassed': { verb: 'bypassed the protection of the project' },
  'project-created': named('created the project'),
  'project-updated': named('changed the project'),
  'project-rules-updated': { verb: 'changed the rules of the project' },
  'project-deleted': named('deleted the project'),
  'project-import': named('imported the project'),
  'project-favorited': { verb: 'added a project', tail: 'to favorites' },
  'project-unfavorited': { verb: 'removed a project', tail: 'from favorites' },
  'project-environment-added': { verb: 'added an environment to the project' },
  'project-environment-removed': { verb: 'removed an environment from the project' },
  'default-strategy-updated': { verb: 'changed the default strategy' },
  'project-user-added': { verb: 'added the member', object: memberIn, tail: asRole },
  'project-user-removed': { verb: 'removed the member', object: memberIn },
  'project-user-role-changed': { verb: 'changed the role of', object: memberIn, tail: asRole },
  'project-group-added': { verb: 'added a group', tail: asRole },
  'project-group-removed': { verb: 'removed a group' },
  'project-group-role-changed': { verb: 'changed the role of a group', tail: asRole },
  'project-access-added': { verb: 'added members to the project' },
  'project-access-updated': { verb: 'changed the members of the project' },
  'project-access-user-roles-updated': { verb: 'changed the roles of a member' },
  'project-access-user-roles-deleted': { verb: 'removed the roles of a member' },
  'project-access-group-roles-updated': { verb: 'changed the roles of a group' },
  'project-access-group-roles-deleted': { verb: 'removed the roles of a group' },
  'environment-created': named('created the environment'),
  'environment-updated': named('changed the environment'),
  'environment-deleted': named('deleted the environment'),
  'environment-import': named('imported the environment'),
  'segment-deleted': named('deleted the segment'),
  'segment-import': named('imported the segment'),
  'context-field-created': named('created the context field'),
  'context-field-updated': named('changed the context field'),
  'context-field-deleted': named('deleted the context field'),
  'strategy-created': named('created the strategy type'),
  'strategy-updated': named('changed the strategy type'),
  'strategy-deleted': named('deleted the strategy type'),
  'strategy-deprecated': named('deprecated the strategy type'),
  'strategy-reactivated': named('reactivated the strategy type'),
  'strategy-import': named('imported the strategy type'),
  'tag-created': { verb: 'created the tag', object: tagIn },
  'tag-deleted': { verb: 'deleted the tag', object: tagIn },
  'tag-import': { verb: 'imported the tag', object: tagIn },
  'tag-type-created': named('created the tag type'),
  'tag-type-updated': named('changed the tag type'),
  'tag-type-deleted': named('deleted the tag type'),
  'tag-type-import': named('imported the tag type'),
  'drop-features': { verb: 'deleted all features for an import' },
  'drop-feature-tags': { verb: 'deleted all tags of features for an import' },
  'drop-projects': { verb: 'deleted all projects for an import' },
  'drop-environments': { verb: 'deleted all environments for an import' },
  'drop-strategies': { verb: 'deleted all strategy types for an import' },
  'drop-tags': { verb: 'deleted all tags for an import' },
  'drop-tag-types': { verb: 'deleted all tag types for an import' },
  'user-created': named('invited'),
  'user-updated': named('changed the user'),
  'user-deleted': named('deleted the user'),
  'user-factor-added': named('added a second factor for'),
  'user-factor-removed': named('removed a second factor of'),
  'user-factors-reset': named('reset the second factors of'),
  'user-recovery-codes-created': named('created recovery codes for'),
  'factor-policy-updated': { verb: 'changed who needs a second factor' },
  'service-account-created': named('created the service account'),
  'service-account-updated': named('changed the service account'),
  'service-account-deleted': named('deleted the service account'),
  'group-created': named('created the group'),
  'group-updated': named('changed the group'),
  'group-deleted': named('deleted the group'),
  'role-created': named('created the role'),
  'role-updated': named('changed the role'),
  'role-deleted': named('deleted the role'),
  'api-token-created': named('created the API token'),
  'api-token-updated': named('changed the API token'),
  'api-token-deleted': named('deleted the API token'),
  'pat-created': named('created the personal token'),
  'pat-deleted': named('deleted the personal token'),
  'public-signup-token-created': named('created the sign-up link'),
  'public-signup-token-updated': named('changed the sign-up link'),
  'public-signup-token-user-added': named('signed up with the link'),
  'workload-identity-created': named('created the workload identity'),
  'workload-identity-updated': named('changed the workload identity'),
  'workload-identity-deleted': named('deleted the workload identity'),
  'workload-token-issued': named('issued a token for the workload identity'),
  'addon-config-created': { verb: 'added the webhook', object: (content) => textIn(content, 'description', 'provider') },
  'addon-config-updated': { verb: 'changed the webhook', object: (content) => textIn(content, 'description', 'provider') },
  'addon-config-deleted': { verb: 'deleted the webhook', object: (content) => textIn(content, 'description', 'provider') },
  'plan-applied': { verb: 'applied', object: planIn, of: 'to', undo: configured },
  'impact-metric-created': chart('saved'),
  'impact-metric-updated': chart('changed'),
  'impact-metric-deleted': chart('deleted'),
  'signal-changed': {
    ...named('reported the signal'),
    tail: ({ firing }) => (firing === true ? 'as firing' : 'as resolved'),
  },
  'setting-created': named('set the setting'),
  'setting-updated': named('changed the setting'),
  'resource-purged': {
    verb: 'purged the records of',
    object: ({ kind, id }) => [kind, id].filter((part) => typeof part === 'string').join(' '),
  },
} as const satisfies Readonly<Record<string, Sentence>>;

/** Type of an event that a change undoes. */
export type ReversibleEvent = keyof typeof reversible;
/** Type of an event that no change undoes. */
export type IrreversibleEvent = keyof typeof irreversible;

/** Sentences of all event types. */
export const sentences: Readonly<Record<EventType, Sentence>> = { ...reversible, ...irreversible };

/** The sentence of an event type; undefined for an unknown type. */
export const wordsOf = (type: string): Sentence | undefined => (sentences as Readonly<Record<string, Sentence>>)[type];

/** The part of an event that its sentence needs. */
export interface DescribedEvent {
  readonly type: string;
  readonly environment: string | null;
  readonly data: unknown;
  readonly preData: unknown;
}

/** A sentence in parts: verb, object, preposition, then the feature, then `after` and the environment. */
export interface EventSentence {
  readonly verb: string;
  readonly object: string;
  readonly of: string;
  readonly after: string;
}

/** The sentence of an event without actor, feature and time. Unknown types are described by their name. */
export function eventSentence(
  { type, data, preData }: Omit<DescribedEvent, 'environment'>,
  featureName: string | null,
  words: Wording = plainWording,
): EventSentence {
  const { verb, object, of = '', tail = '' } = wordsOf(type) ?? { verb: type.replaceAll('-', ' ') };
  const content: EventContent = { ...(preData as EventContent | null), ...(data as EventContent | null) };
  const after = typeof tail === 'function' ? tail(content, words) : tail;
  return { verb, object: object?.(content, words) ?? '', of: featureName ? of : '', after };
}

/** An event of a feature in words, with the names of the feature and its environment: `turned on checkout in production`. */
export function eventPhrase(event: DescribedEvent, featureName: string): string {
  const { verb, object, of, after } = eventSentence(event, featureName);
  const where = event.environment === null ? '' : `in ${event.environment}`;
  return [verb, object, of, featureName, after, where].filter(Boolean).join(' ');
}
