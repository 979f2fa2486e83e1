/** The eight numbers of a project. */
export const stats = [
  'avgTimeToProdCurrentWindow',
  'createdCurrentWindow',
  'createdPastWindow',
  'archivedCurrentWindow',
  'archivedPastWindow',
  'projectActivityCurrentWindow',
  'projectActivityPastWindow',
  'projectMembersAddedCurrentWindow',
];

/** Rows of the specification's tables, by table. */
export const fieldNames: Readonly<Record<string, readonly string[]>> = {
  Tag: ['value', 'type'],
  Constraint: ['contextName', 'operator', 'caseInsensitive', 'inverted', 'values'],
  'Constraint with one value': ['value', 'values'],
  Payload: ['type', 'value'],
  'Strategy-level variant': ['name', 'weight', 'weightType', 'stickiness', 'payload'],
  'Feature-level variant': ['name', 'weight', 'weightType', 'stickiness', 'payload', 'overrides'],
  'Feature strategy': 'id name title disabled featureName sortOrder segments constraints variants parameters'.split(' '),
  'Feature environment':
    'name featureName environment type enabled sortOrder variantCount strategies variants lastSeenAt hasStrategies hasEnabledStrategies'.split(
      ' ',
    ),
  Feature:
    'name type description archived project enabled stale favorite impressionData createdAt archivedAt lastSeenAt environments variants strategies tags children dependencies'.split(
      ' ',
    ),
  'Feature, as a child': ['dependencies', 'children'],
  'Feature, archived': ['archived', 'archivedAt'],
  'Health report':
    'version name description defaultStickiness mode featureLimit members health environments features updatedAt createdAt favorite stats featureNaming potentiallyStaleCount activeCount staleCount'.split(
      ' ',
    ),
  'Health report, environments': ['environment', 'changeRequestsEnabled', 'defaultStrategy'],
  'Health report, stats': stats,
  'Error body': ['id', 'name', 'message'],
};
