import assert from 'node:assert/strict';
import type { EventDefinition } from '../event.ts';
import { eventDefinitions } from './catalogue.ts';
import { defineEvent } from './define-event.ts';
import { eventKinds } from './event-kinds.ts';
import * as exported from './index.ts';

// From the specification, "Events". The only list here that is not derived from code.
const specified = `
  application-created feature-created feature-deleted feature-updated feature-metadata-updated
  feature-variants-updated feature-environment-variants-updated feature-project-change feature-archived
  feature-revived feature-import feature-tagged feature-tag-import feature-strategy-update feature-strategy-add
  feature-strategy-remove feature-type-updated strategy-order-changed drop-feature-tags feature-untagged
  feature-stale-on feature-stale-off drop-features feature-environment-enabled feature-environment-disabled
  strategy-created strategy-deleted strategy-deprecated strategy-reactivated strategy-updated strategy-import
  drop-strategies context-field-created context-field-updated context-field-deleted project-access-added
  project-access-user-roles-updated project-access-group-roles-updated project-access-user-roles-deleted
  project-access-group-roles-deleted project-access-updated project-created project-updated project-deleted
  project-import project-user-added project-user-removed project-user-role-changed project-group-role-changed
  project-group-added project-group-removed role-created role-updated role-deleted drop-projects tag-created
  tag-deleted tag-import drop-tags tag-type-created tag-type-deleted tag-type-updated tag-type-import drop-tag-types
  addon-config-created addon-config-updated addon-config-deleted db-pool-update user-created user-updated user-deleted
  drop-environments environment-import environment-created environment-updated environment-deleted segment-created
  segment-updated segment-deleted group-created group-updated group-deleted group-user-added group-user-removed
  setting-created setting-updated setting-deleted client-metrics client-register pat-created pat-deleted
  public-signup-token-created public-signup-token-user-added public-signup-token-updated change-request-created
  change-request-discarded change-added change-discarded change-edited change-request-rejected change-request-approved
  change-request-approval-added change-request-cancelled change-request-sent-to-review
  scheduled-change-request-executed change-request-applied change-request-scheduled
  change-request-scheduled-application-success change-request-scheduled-application-failure
  change-request-configuration-updated api-token-created api-token-updated api-token-deleted feature-favorited
  feature-unfavorited project-favorited project-unfavorited features-exported features-imported
  service-account-created service-account-deleted service-account-updated feature-potentially-stale-on
  feature-dependency-added feature-dependency-removed feature-dependencies-removed banner-created banner-updated
  banner-deleted project-environment-added project-environment-removed default-strategy-updated segment-import
  incoming-webhook-created incoming-webhook-updated incoming-webhook-deleted incoming-webhook-token-created
  incoming-webhook-token-updated incoming-webhook-token-deleted
`
  .trim()
  .split(/\s+/);

/** Kinds that version 8 of the reference system adds. */
const added = `
  release-plan-template-created release-plan-template-updated release-plan-template-archived release-plan-template-deleted
  release-plan-added release-plan-removed release-plan-milestone-started
  milestone-progression-created milestone-progression-updated milestone-progression-deleted
  release-plan-progressions-paused release-plan-progressions-resumed
  safeguard-changed safeguard-deleted safeguard-triggered
`
  .trim()
  .split(/\s+/);

/** Kinds that the specification lacks. */
const own = [
  'plan-applied',
  'feature-comment-added',
  'feature-comment-deleted',
  'feature-owner-updated',
  'events-imported',
  'feature-cleanup-ready',
  'feature-cleanup-snoozed',
];

const camelCase = (type: string): string => type.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const typesThat = (holds: (event: EventDefinition) => boolean): string[] =>
  [...eventDefinitions.values()].filter(holds).map((event) => event.type);

/** Kinds of the specification that no service emits: their subject does not exist here, or they are older names, or usage. */
const neverEmitted = `
  application-created banner-created banner-deleted banner-updated client-metrics client-register db-pool-update feature-updated
  group-user-added group-user-removed incoming-webhook-created incoming-webhook-deleted incoming-webhook-token-created
  incoming-webhook-token-deleted incoming-webhook-token-updated incoming-webhook-updated scheduled-change-request-executed
  setting-deleted
`
  .trim()
  .split(/\s+/);

/** Kinds without a definition, and definitions of kinds that the list lacks. */
const differences = (kinds: readonly string[], definitions: ReadonlyMap<string, EventDefinition>): string[] => [
  ...kinds.filter((kind) => definitions.has(kind) === neverEmitted.includes(kind)),
  ...[...definitions.values()].filter((event) => event.specified && !kinds.includes(event.type)).map((event) => event.type),
];

describe('the event catalog', () => {
  it('lists the kinds of the specification, those of version 8, and our own', () => {
    assert.equal(specified.length, 139);
    assert.deepEqual([...eventKinds], [...specified, ...added, ...own]);
  });

  it('defines every kind of the specification except the ones that no service emits, and no other', () => {
    assert.deepEqual(differences(eventKinds, eventDefinitions), []);
  });

  it('detects a missing and a misspelt kind', () => {
    const missing = new Map([...eventDefinitions].filter(([type]) => type !== 'feature-created'));
    const misspelt = eventKinds.map((kind) => (kind === 'feature-created' ? 'feature-creatd' : kind));
    assert.deepEqual(differences(eventKinds, missing), ['feature-created']);
    assert.deepEqual(differences(misspelt, eventDefinitions), ['feature-creatd', 'feature-created']);
  });

  it('exports each definition once, under its type in camel case', () => {
    const definitions = Object.entries(exported).filter(([, value]) => typeof value === 'object' && 'touches' in value);
    assert.deepEqual(definitions.map(([name]) => name).sort(), [...eventDefinitions.keys()].map(camelCase).sort());
    for (const [type, event] of eventDefinitions) assert.equal(new Map<string, unknown>(definitions).get(camelCase(type)), event);
  });

  it('explains for every event when it is emitted, by an existing service', () => {
    const services = ['toggles', 'identity', 'change-requests', 'audit', 'delivery', 'integrations'];
    assert.deepEqual(
      typesThat((event) => event.when === '' || !services.includes(event.service)),
      [],
    );
  });

  it('marks kinds outside the specification as unspecified', () => {
    assert.equal(defineEvent('toggles', 'feature-whispered', { when: 'never' }).specified, false);
    assert.equal(defineEvent('toggles', 'feature-created', { when: 'never' }).specified, true);
  });
});

describe('the evaluation state', () => {
  it('changes as a whole when environments or resources are replaced', () => {
    assert.deepEqual(typesThat((event) => event.touches === 'everything').sort(), [
      'drop-environments',
      'drop-feature-tags',
      'drop-features',
      'drop-projects',
      'drop-strategies',
      'drop-tag-types',
      'drop-tags',
      'environment-deleted',
      'feature-tag-import',
      'project-environment-added',
      'project-environment-removed',
      'tag-deleted',
      'tag-type-deleted',
    ]);
  });

  it('changes in a segment for segment events', () => {
    assert.deepEqual(typesThat((event) => event.touches === 'segment').sort(), [
      'segment-created',
      'segment-deleted',
      'segment-import',
      'segment-updated',
    ]);
  });

  it('changes in a feature when its evaluation changes', () => {
    assert.deepEqual(typesThat((event) => event.touches === 'feature').sort(), [
      'feature-archived',
      'feature-created',
      'feature-deleted',
      'feature-dependencies-removed',
      'feature-dependency-added',
      'feature-dependency-removed',
      'feature-environment-disabled',
      'feature-environment-enabled',
      'feature-environment-variants-updated',
      'feature-import',
      'feature-metadata-updated',
      'feature-project-change',
      'feature-revived',
      'feature-stale-off',
      'feature-stale-on',
      'feature-strategy-add',
      'feature-strategy-remove',
      'feature-strategy-update',
      'feature-tagged',
      'feature-untagged',
      'feature-variants-updated',
      'strategy-order-changed',
    ]);
  });

  it('never changes through events outside of toggles', () => {
    assert.deepEqual(
      typesThat((event) => event.touches !== 'nothing' && event.service !== 'toggles'),
      [],
    );
  });
});
