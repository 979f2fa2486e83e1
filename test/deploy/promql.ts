import { parser } from '@prometheus-io/lezer-promql';

/** A series selector in an expression. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

export interface Matcher {
  readonly label: string;
  readonly operator: '=' | '!=' | '=~' | '!~';
  readonly value: string;
}

/** Names in a PromQL expression. */
export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels that the expression groups by. */
  readonly grouping: readonly string[];
}

const matcher = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/;

/** Parses an expression. Throws if it is invalid. */
export function readExpression(text: string): Expression {
  const selectors: { metric: string; matchers: Matcher[] }[] = [];
  const grouping: string[] = [];
  let isGrouping = false;
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      const part = text.slice(from, to);
      if (type.isError) throw new Error(`${text} cannot be parsed at ${from}`);
      if (type.name === 'VectorSelector') selectors.push({ metric: '', matchers: [] });
      const selector = selectors.at(-1);
      if (type.name === 'Identifier' && selector) selector.metric = part;
      if (type.name === 'UnquotedLabelMatcher') selector?.matchers.push(readMatcher(part));
      if (type.name === 'GroupingLabels') isGrouping = true;
      if (type.name === 'LabelName' && isGrouping) grouping.push(part);
    },
    leave({ type }) {
      if (type.name === 'GroupingLabels') isGrouping = false;
    },
  });
  return { selectors, grouping };
}

function readMatcher(text: string): Matcher {
  const [, label = '', operator = '=', value = ''] = matcher.exec(text) ?? [];
  return { label, operator: operator as Matcher['operator'], value };
}

/** True if a sample's labels satisfy the matchers. Missing labels count as empty. */
export function matches(labels: Readonly<Record<string, string | number>>, matchers: readonly Matcher[]): boolean {
  return matchers.every(({ label, operator, value }) => {
    const found = String(labels[label] ?? '');
    const equal = operator.includes('~') ? new RegExp(`^(?:${value})$`).test(found) : found === value;
    return operator.startsWith('!') ? !equal : equal;
  });
}
