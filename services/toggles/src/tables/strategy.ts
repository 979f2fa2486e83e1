import type { Constraint, StrategyVariant } from '@signalbox/contracts';
import { boolean, fixedText, instant, integer, json, projectionOf, table, tableWith, text } from '@signalbox/table';
import { bookkeeping, content, type ContentMarks, identity } from './marks.ts';

export const strategyTable = tableWith<ContentMarks>()('feature_strategy', 'Strategy', {
  id: fixedText(36).key().marked(identity),
  featureName: text(100).marked({ ...identity, served: false, described: false }),
  environment: text(100).marked({ ...identity, served: false, described: false }),
  name: text(100).called('strategy_name').marked(content),
  /** Identifies the strategy in documents, uniquely in its feature and environment. */
  key: text(100)
    .called('strategy_key')
    .optional()
    .marked({ ...content, served: false }),
  title: text(255).nullable().marked(content),
  disabled: boolean().marked(content),
  sortOrder: integer().marked(content),
  parameters: json<Record<string, string>>().marked(content),
  constraints: json<Constraint[]>().marked(content),
  variants: json<StrategyVariant[]>().marked(content),
  /** Strategies of milestones are written only by their release plan. Copies elsewhere are ordinary strategies. */
  milestoneId: fixedText(26)
    .optional()
    .marked({ ...bookkeeping, described: true }),
  createdAt: instant().marked(bookkeeping),
});

/** The strategy in events and responses: everything except its feature and environment. */
export const describedStrategy = projectionOf(strategyTable, 'described');
/** Like `describedStrategy`, with its feature, its environment and its creation, which determines the order. */
export const locatedStrategy = projectionOf(strategyTable, 'described', ['featureName', 'environment', 'createdAt']);

/** A strategy's use of a segment. */
export const strategySegmentTable = table('feature_strategy_segment', 'StrategySegment', {
  strategyId: fixedText(36).key(),
  segmentId: integer().key(),
  /** The feature of the strategy, which never changes. Stored here for searches. */
  featureName: text(100),
});
