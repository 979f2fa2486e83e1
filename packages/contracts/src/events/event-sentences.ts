import type { EventType } from './catalogue.ts';

/** Content of an event: its data, with that of the previous state and its project where it has none. */
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

const nameIn = (content: EventContent): string =>
  textIn(content, 'tokenName', 'name', 'username', 'email', 'description', 'provider', 'id');
const tagIn = ({ type, value }: EventContent): string => [type, value].filter((part) => typeof part === 'string').join(':');
const strategyNameIn: Part = (content, words) => textIn(content, 'title') || words.strategy(textIn(content, 'name'));
const parentIn: Part = (content) => textIn(content, 'feature');
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
const ofProject = (verb: string, tail = ''): Sentence => ({ verb, object: (content) => textIn(content, 'project'), tail });

/** A user or a group of a project, which the event names by id alone. */
const byId = (verb: string, name: string, tail: Part = () => ''): Sentence => ({
  verb,
  object: (content) => (typeof content[name] === 'number' ? String(content[name]) : ''),
  tail,
});

/** A proposed change, which is part of a request. */
const proposed = (verb: string): Sentence => ({
  verb,
  of: 'of',
  tail: (content) => (requestIn(content) === '' ? '' : `in change request ${requestIn(content)}`),
});

const linked = (verb: string, of: 'to' | 'of' | 'from'): Sentence => ({ verb, object: (content) => textIn(content, 'title', 'url'), of });

const maxNamed = 3;

/** The first names of a list. */
function listIn(names: unknown): string {
  if (!Array.isArray(names)) return '';
  const further = names.length - maxNamed;
  return `${names.slice(0, maxNamed).join(', ')}${further > 0 ? ` and ${String(further)} more` : ''}`;
}

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
  'feature-dependency-added': { verb: 'added the dependency on', object: parentIn, of: 'to', undo: 'UPDATE_FEATURE_DEPENDENCY' },
  'feature-dependency-removed': { verb: 'removed the dependency on', object: parentIn, of: 'from', undo: 'UPDATE_FEATURE_DEPENDENCY' },
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
    tail: (content) => `from ${textIn(content, 'oldProject')} to ${textIn(content, 'newProject')}`,
  },
  'feature-potentially-stale-on': { verb: 'noticed that', tail: 'has passed its expected lifetime' },
  'feature-completed': { verb: 'completed' },
  'feature-uncompleted': { verb: 'reopened' },
  'feature-variants-updated': {
    verb: 'changed the variants',
    of: 'of',
  },
  'feature-tag-import': { verb: 'imported the tag', object: ({ tag }) => tagIn((tag ?? {}) as EventContent), of: 'of' },
  'feature-link-added': linked('added the link', 'to'),
  'feature-link-updated': linked('changed the link', 'of'),
  'feature-link-removed': linked('removed the link', 'from'),
  'feature-comment-added': { verb: 'commented', of: 'on' },
  'feature-comment-deleted': { verb: 'deleted a comment', of: 'on' },
  'feature-favorited': { verb: 'added', tail: 'to favorites' },
  'feature-unfavorited': { verb: 'removed', tail: 'from favorites' },
  'features-exported': { verb: 'exported features', object: ({ features }) => listIn(features) },
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
  'change-request-created': request('created'),
  'change-request-discarded': request('discarded'),
  'change-added': proposed('proposed a change'),
  'change-edited': proposed('edited a proposed change'),
  'change-discarded': proposed('withdrew a proposed change'),
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
  'change-request-configuration-updated': ofProject('changed the protection of the project'),
  'protection-bypassed': ofProject('bypassed the protection of the project'),
  'project-agents-updated': ofProject('changed the limit of agents of the project'),
  'feature-cleanup-ready': { verb: 'marked', tail: 'as removable' },
  'feature-cleanup-snoozed': { verb: 'snoozed' },
  'code-references-updated': {
    verb: 'updated code references of',
    object: (content) => textIn(content, 'repository'),
  },
  'project-rules-updated': ofProject('changed the rules of the project'),
  'project-favorited': ofProject('added the project', 'to favorites'),
  'project-unfavorited': ofProject('removed the project', 'from favorites'),
  'project-environment-added': ofProject('added an environment to the project'),
  'project-environment-removed': ofProject('removed an environment from the project'),
  'default-strategy-updated': { verb: 'changed the default strategy' },
  'project-user-added': { verb: 'added the member', object: memberIn, tail: asRole },
  'project-user-removed': { verb: 'removed the member', object: memberIn },
  'project-user-role-changed': { verb: 'changed the role of', object: memberIn, tail: asRole },
  'project-group-added': byId('added group', 'groupId', asRole),
  'project-group-removed': byId('removed group', 'groupId'),
  'project-group-role-changed': byId('changed the role of group', 'groupId', asRole),
  'project-access-added': ofProject('added members to the project'),
  'project-access-updated': ofProject('changed the members of the project'),
  'project-access-user-roles-updated': byId('changed the roles of user', 'userId'),
  'project-access-user-roles-deleted': byId('removed the roles of user', 'userId'),
  'project-access-group-roles-updated': byId('changed the roles of group', 'groupId'),
  'project-access-group-roles-deleted': byId('removed the roles of group', 'groupId'),
  'strategy-deprecated': named('deprecated the strategy type'),
  'strategy-reactivated': named('reactivated the strategy type'),
  'tag-created': { verb: 'created the tag', object: tagIn },
  'tag-deleted': { verb: 'deleted the tag', object: tagIn },
  'tag-import': { verb: 'imported the tag', object: tagIn },
  'drop-features': { verb: 'deleted all features for an import' },
  'drop-feature-tags': { verb: 'deleted all tags of features for an import' },
  'drop-projects': { verb: 'deleted all projects for an import' },
  'drop-environments': { verb: 'deleted all environments for an import' },
  'drop-strategies': { verb: 'deleted all strategy types for an import' },
  'drop-tags': { verb: 'deleted all tags for an import' },
  'drop-tag-types': { verb: 'deleted all tag types for an import' },
  'user-created': named('invited'),
  'user-factor-added': named('added a second factor for'),
  'user-factor-removed': named('removed a second factor of'),
  'user-factors-reset': named('reset the second factors of'),
  'user-recovery-codes-created': named('created recovery codes for'),
  'factor-policy-updated': { verb: 'changed who needs a second factor' },
  'public-signup-token-user-added': named('signed up with the link'),
  'workload-token-issued': named('issued a token for the workload identity'),
  'plan-applied': { verb: 'applied', object: planIn, of: 'to', undo: configured },
  'impact-metric-created': chart('saved'),
  'impact-metric-updated': chart('changed'),
  'impact-metric-deleted': chart('deleted'),
  'signal-changed': {
    ...named('reported the signal'),
    tail: ({ firing }) => (firing === true ? 'as firing' : 'as resolved'),
  },
  'setting-created': named('set the setting'),
  'resource-purged': {
    verb: 'purged the records of',
    object: ({ kind, id }) => [kind, id].filter((part) => typeof part === 'string').join(' '),
  },
} as const satisfies Readonly<Record<string, Sentence>>;

/** Objects whose events are named alike: `role-created`. */
const nouns = {
  'addon-config': 'webhook',
  'api-token': 'API token',
  'context-field': 'context field',
  environment: 'environment',
  'feature-type': 'feature type',
  group: 'group',
  pat: 'personal token',
  project: 'project',
  'public-signup-token': 'sign-up link',
  'release-plan-template': 'release template',
  role: 'role',
  segment: 'segment',
  'service-account': 'service account',
  setting: 'setting',
  strategy: 'strategy type',
  'tag-type': 'tag type',
  user: 'user',
  'workload-identity': 'workload identity',
} as const satisfies Readonly<Record<string, string>>;

const verbs = { archived: 'archived', created: 'created', deleted: 'deleted', import: 'imported', updated: 'changed' } as const;

/** Type of an event whose sentence follows from its noun and verb, unless it has one of its own. */
type RegularEvent = `${keyof typeof nouns}-${keyof typeof verbs}`;

/** Type of an event that a change undoes. */
export type ReversibleEvent = keyof typeof reversible;
/** Type of an event that no change undoes. */
export type IrreversibleEvent = Exclude<EventType, ReversibleEvent>;

/** Sentences of event types that do not follow from their noun and verb. */
export const ownSentences = { ...reversible, ...irreversible } satisfies Readonly<Record<Exclude<EventType, RegularEvent>, Sentence>>;

/** The sentence of an event type; undefined for an unknown type. */
export function wordsOf(type: string): Sentence | undefined {
  const [, noun, verb] = /^(.+)-(.+)$/.exec(type) ?? [];
  const [object, done] = [nouns[noun as keyof typeof nouns], verbs[verb as keyof typeof verbs]];
  return (ownSentences as Readonly<Record<string, Sentence>>)[type] ?? (object && done && named(`${done} the ${object}`));
}

/** The part of an event that its sentence needs. A place that is left out is not named. */
export interface DescribedEvent {
  readonly type: string;
  readonly project?: string | null;
  readonly environment?: string | null;
  readonly featureName?: string | null;
  readonly data: unknown;
  readonly preData: unknown;
}

/** A sentence in its parts, in their order. Missing ones are empty. The environment follows. */
export interface EventSentence {
  readonly verb: string;
  readonly object: string;
  readonly of: string;
  readonly feature: string;
  readonly after: string;
  /** The id of the project, unless the sentence has named it or the feature. */
  readonly project: string;
}

/** The sentence of an event without actor, environment and time. Unknown types are described by their name. */
export function eventSentence(
  { type, project = null, featureName = null, data, preData }: DescribedEvent,
  words: Wording = plainWording,
): EventSentence {
  const { verb, object, of = '', tail = '' } = wordsOf(type) ?? { verb: type.replaceAll('-', ' ') };
  const content: EventContent = { project, ...(preData as EventContent | null), ...(data as EventContent | null) };
  const feature = featureName ?? (type === 'feature-tag-import' ? textIn(content, 'featureName') : '');
  const name = object?.(content, words) ?? '';
  return {
    verb,
    object: name,
    of: feature === '' ? '' : of,
    feature,
    after: typeof tail === 'function' ? tail(content, words) : tail,
    project: feature !== '' || project === null || name === project || content['id'] === project ? '' : project,
  };
}

/** An event in words, with the names of its feature, or else its project, and its environment: `turned on checkout in production`. */
export function eventPhrase(event: DescribedEvent): string {
  const { verb, object, of, feature, after, project } = eventSentence(event);
  const where = [project, event.environment ?? ''].filter(Boolean).join(' ');
  return [verb, object, of, feature, after, where && `in ${where}`].filter(Boolean).join(' ');
}
