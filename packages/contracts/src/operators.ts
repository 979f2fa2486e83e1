/** The property that each operator compares with the context; it ignores the other. First those of the specification, then newer ones. */
export const operatorReads = {
  NOT_IN: 'values',
  IN: 'values',
  STR_ENDS_WITH: 'values',
  STR_STARTS_WITH: 'values',
  STR_CONTAINS: 'values',
  NUM_EQ: 'value',
  NUM_GT: 'value',
  NUM_GTE: 'value',
  NUM_LT: 'value',
  NUM_LTE: 'value',
  DATE_AFTER: 'value',
  DATE_BEFORE: 'value',
  SEMVER_EQ: 'value',
  SEMVER_GT: 'value',
  SEMVER_LT: 'value',
  SEMVER_GTE: 'value',
  SEMVER_LTE: 'value',
  REGEX: 'value',
  IN_CIDR: 'values',
  IN_LIST: 'value',
} as const;

/** All operators. */
export const operators = Object.keys(operatorReads) as readonly (keyof typeof operatorReads)[];

/** True for operators that compare with a single value. Others take a list, and so do unknown ones. */
export const readsOneValue = (operator: string): boolean => (operatorReads as Readonly<Record<string, string>>)[operator] === 'value';
