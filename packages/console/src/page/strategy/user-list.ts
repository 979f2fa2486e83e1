import type { StrategyContent } from '../../parts/strategy/sentence.ts';
import type { StrategyResult } from '../../server/ask.ts';

type Condition = Pick<StrategyResult['constraints'][number], 'contextName' | 'operator' | 'inverted'>;

const listsUsers = ({ contextName, operator, inverted = false }: Condition): boolean =>
  contextName === 'userId' && operator === 'IN' && !inverted;

/** Whether the strategy would match if its list of users had one more. */
export function lacksUser({ name, disabled, constraints, segments, passes }: StrategyResult): boolean {
  const failing = constraints.filter(({ result }) => !result);
  if (disabled || !segments.every(({ result }) => result)) return false;
  return name === 'userWithId'
    ? passes === false && failing.length === 0
    : passes === true && failing.length === 1 && failing.every(listsUsers);
}

/** The strategy with the user in its list. */
export function withUser(content: StrategyContent, userId: string): StrategyContent {
  const { name, parameters, constraints } = content;
  if (name === 'userWithId') {
    const userIds = [parameters['userIds'] ?? '', userId].filter(Boolean).join(',');
    return { ...content, parameters: { ...parameters, userIds } };
  }
  const at = constraints.findIndex(listsUsers);
  const list = constraints[at] ?? { contextName: 'userId', operator: 'IN' as const };
  const longer = { ...list, values: [...(list.values ?? []), userId] };
  return { ...content, constraints: at < 0 ? [...constraints, longer] : constraints.with(at, longer) };
}
