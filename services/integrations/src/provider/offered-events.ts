/** Event types that concern one feature. */
export const featureEvents: readonly string[] = [
  'feature-created',
  'feature-updated',
  'feature-metadata-updated',
  'feature-comment-added',
  'feature-owner-updated',
  'feature-project-change',
  'feature-archived',
  'feature-revived',
  'feature-stale-on',
  'feature-stale-off',
  'feature-potentially-stale-on',
  'feature-cleanup-ready',
  'feature-tagged',
  'feature-untagged',
  'feature-strategy-update',
  'feature-strategy-add',
  'feature-strategy-remove',
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-variants-updated',
  'feature-environment-variants-updated',
];

const changeRequestEvents: readonly string[] = [
  'change-request-created',
  'change-request-discarded',
  'change-added',
  'change-discarded',
  'change-request-approved',
  'change-request-approval-added',
  'change-request-cancelled',
  'change-request-sent-to-review',
  'change-request-applied',
  'change-request-scheduled',
  'change-request-scheduled-application-success',
  'change-request-scheduled-application-failure',
];

/** Event types suggested for webhooks. */
export const webhookEvents: readonly string[] = [...featureEvents, ...changeRequestEvents];

/** Event types suggested for the App for Slack. */
export const slackAppEvents: readonly string[] = [
  ...webhookEvents,
  ...['context-field', 'project', 'addon-config', 'segment', 'group', 'api-token', 'service-account', 'user'].flatMap((noun) =>
    ['created', 'updated', 'deleted'].map((verb) => `${noun}-${verb}`),
  ),
];
