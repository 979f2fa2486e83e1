import { describeStrategy, type StrategyContent } from '../../parts/strategy/sentence.ts';
import { SentenceLine } from '../../parts/strategy/sentence-line.tsx';
import type { TransitionCondition } from '../../server/ask.ts';
import { describeCondition } from './condition/gate.ts';
import { useNaming } from './use-naming.ts';
import { Panel } from '../../parts/panel/panel.tsx';
import * as styles from './release-templates.module.css';

interface SummarizedMilestone {
  readonly id: string;
  readonly name: string;
  readonly strategies: readonly StrategyContent[];
  readonly transitionCondition?: TransitionCondition | null;
}

/** A panel with a release in short. */
export const ReleaseSummary = ({ milestones }: { readonly milestones: readonly SummarizedMilestone[] }) => (
  <Panel title="The release in short">
    <MilestoneSentences milestones={milestones} />
  </Panel>
);

/** Milestones as sentences: who gets the feature, and when the next one starts. */
export function MilestoneSentences({ milestones }: { readonly milestones: readonly SummarizedMilestone[] }) {
  const { segmentName, groupName } = useNaming();
  return (
    <ol class={styles.summary}>
      {milestones.map(({ id, name, strategies, transitionCondition }, index) => (
        <li key={id}>
          <b>{name || `Milestone ${index + 1}`}</b>
          {strategies.map((strategy, at) => (
            <SentenceLine key={at} phrases={describeStrategy(strategy, segmentName)} />
          ))}
          {index < milestones.length - 1 && <small>Next: {describeCondition(transitionCondition, groupName)}</small>}
        </li>
      ))}
    </ol>
  );
}
