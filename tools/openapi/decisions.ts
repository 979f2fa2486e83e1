/** A rule of Spectral that does not hold in some parts of the API document. */
export interface Decision {
  readonly rule: string;
  /** `responses` are all parts that no request contains. A pattern matches locations such as `Constraint.values`. */
  readonly at: 'everywhere' | 'responses' | RegExp;
  readonly reason: string;
}

const stringLimit = 'owasp:api4:2023-string-limit';
const arrayLimit = 'owasp:api4:2023-array-limit';
const integerLimit = 'owasp:api4:2023-integer-limit';
const asStored = 'Responses are as large as the stored data, and a setting may raise limits.';

/** Decisions with their reasons. `npm run check` fails for findings without a decision, and for decisions without a finding. */
export const decisions: readonly Decision[] = [
  // Failures are described once.
  ...['define-error-responses-401', 'define-error-responses-500', 'define-error-validation'].map((rule) => ({
    rule: `owasp:api8:2023-${rule}`,
    at: 'everywhere' as const,
    reason: 'Failures are the default response, which lists the status of each name in `x-failures`.',
  })),
  {
    rule: 'owasp:api4:2023-rate-limit-responses-429',
    at: 'everywhere',
    reason: 'RateLimitError is in `x-failures` of limited operations, and 429 a status of the default response.',
  },
  {
    rule: 'owasp:api4:2023-rate-limit',
    at: 'everywhere',
    reason: 'Refused requests get `Retry-After`. Limits are settings, and most operations have none.',
  },
  {
    rule: 'owasp:api8:2023-define-cors-origin',
    at: 'everywhere',
    reason: 'Origins are a setting of the deployment, and only operations for browsers send the header.',
  },

  // Access.
  {
    rule: 'owasp:api5:2023-admin-security-unique',
    at: 'everywhere',
    reason: 'Tokens and sessions are the same everywhere. `x-permission` is what administration requires.',
  },
  {
    rule: 'owasp:api2:2023-read-restricted',
    at: / \/(?:\.well-known|api\/(?:frontend|proxy)|auth|docs|health|invite|live|ofrep|ready)\b/,
    reason: 'Logging in, invitations, probes and documentation need no credential. The paths of proxies are only refused.',
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    at: / \/(?:auth|edge|invite|logout|stop-watching)\b/,
    reason: 'These operations grant or end access, and check the secret in their body or cookie.',
  },
  ...['read-restricted', 'write-restricted'].map((rule) => ({
    rule: `owasp:api2:2023-${rule}`,
    at: / \/scim\//,
    reason: 'The token of the provisioning client is checked by the operation itself, not as a principal.',
  })),
  {
    rule: 'owasp:api2:2023-no-credentials-in-url',
    at: / \/(?:api\/admin\/(?:projects\/\{projectId\}\/)?(?:api-tokens|invite-link)|invite|auth\/reset|stop-watching)\b|\/\{tokenId\}/,
    reason: 'The specification has these paths, links in mails need them, and a `tokenId` is no secret.',
  },
  {
    rule: 'owasp:api1:2023-no-numeric-ids',
    at: 'everywhere',
    reason: 'The specification numbers these objects. Each operation checks access, so that an id that is guessed opens nothing.',
  },
  { rule: 'owasp:api9:2023-inventory-access', at: 'everywhere', reason: 'The only server is the deployment that serves the document.' },

  // Limits of requests.
  ...[stringLimit, arrayLimit, integerLimit].map((rule) => ({ rule, at: 'responses' as const, reason: asStored })),
  { rule: stringLimit, at: / \/api\/admin\/segment-lists text\//, reason: '`LIST_LIMIT_BYTES` limits the uploaded file.' },
  {
    rule: 'owasp:api4:2023-string-restricted',
    at: 'everywhere',
    reason: 'People name and describe things in all scripts. Texts of one form have a pattern.',
  },
  {
    rule: 'owasp:api4:2023-integer-format',
    at: 'everywhere',
    reason: 'Minimum and maximum state the range. Validators of JSON Schema ignore these formats.',
  },
  {
    rule: stringLimit,
    at: /\b(?:projects?|projectId|newProjectId|environments?|environmentId|features?|featureName|contextName|variants|overwrite|tags?|(?:\w+\.)?name|key)(?:\.items)?$/,
    reason: 'Names of objects that must exist, or whose creation limits them: a longer one is refused.',
  },
  {
    rule: stringLimit,
    at: /\b(?:id|into|hash|type|rootRole|templateId|strategyId|featureStrategyId|milestoneId|activeMilestoneId|targetMilestone|phase)$/,
    reason: 'Identifiers that are compared with stored ones: a longer one is refused.',
  },
  {
    rule: stringLimit,
    at: /^(?:Constraint\.value|Override\.values\.items|Payload\.value|\w+\.stickiness|(?:ContextBody\.context|EvaluatedContext)\.\w+)$|parameters\.additionalProperties$/,
    reason: 'Values for evaluation, which only the limit on the body bounds. Existing ones are long: lists of users, JSON.',
  },
  {
    rule: stringLimit,
    at: /x-www-form-urlencoded|multipart|simple\/login|\/edge\/validate|BulkMetrics\.seenTokens/,
    reason: 'Credentials and files of protocols: the limit on the body of the operation bounds them.',
  },
  {
    rule: stringLimit,
    at: /^(?:JsonPatch\.items\.(?:path|from)|Scim\w+\.items|SignalReport\.summary|POST \/api\/admin\/events\/search query)$/,
    reason: 'Texts that are searched, shortened or compared, and never stored as they are.',
  },
  {
    rule: arrayLimit,
    at: /\b(?:constraints|segments|segmentIds|strategies|legalValues|LinkTemplatesInput|values)$/,
    reason: 'Settings limit them, such as STRATEGY_CONSTRAINTS, or the limit on the body.',
  },
  {
    rule: arrayLimit,
    at: / parameters\.\d+$/,
    reason: 'Lists in queries, which the limit on the URL bounds.',
  },
  {
    rule: arrayLimit,
    at: /\b(?:projects|environments|features|variants|FeatureVariants|overrides|parameters|tags|connectedEdges|StrategyOrder|Scim\w+)$/,
    reason: 'Lists of different things that exist, or of names, which the limit on the body bounds.',
  },
  {
    rule: integerLimit,
    at: /\/api\/admin\/(?:audit|search\/events)|\.revision$/,
    reason: 'Numbers of events and revisions, which have no end.',
  },
  { rule: integerLimit, at: /requiredApprovals$/, reason: 'Other numbers become the nearest one from 1 to 10.' },
  { rule: integerLimit, at: / \/scim\//, reason: 'RFC 7644 requires that any number is accepted: the largest page is returned.' },
  {
    rule: integerLimit,
    at: /segments\.items$|groups\.items$|userId$|createdByUserId$|Creator\.id$|Gate\.minimum$|SentState\.version$|variants\.additionalProperties$/,
    reason: 'Numbers of other systems, or of objects that must exist: others are refused.',
  },
];
