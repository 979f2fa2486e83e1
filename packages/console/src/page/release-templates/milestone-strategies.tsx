import { useSignal } from '@preact/signals';
import { describeStrategy, shareOf, type StrategyContent } from '../../parts/strategy/sentence.ts';
import { SentenceLine, ShareBar } from '../../parts/strategy/sentence-line.tsx';
import { calledBy } from '../strategy/strategy-draft.ts';
import { StrategyFields } from '../strategy/strategy-fields.tsx';
import { useSegmentNames } from '../strategy/use-segment-names.ts';
import { type DraftStrategy, strategyFor } from './template-content.ts';
import type { Home } from '../../server/session.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as strategyStyles from '../../parts/strategy/strategy.module.css';
import * as styles from './release-templates.module.css';

interface MilestoneStrategiesProps {
  readonly home: Home;
  /** The name of the milestone, for the names of buttons. */
  readonly milestone: string;
  readonly strategies: readonly DraftStrategy[];
  readonly change: (strategies: readonly DraftStrategy[]) => void;
}

/** The strategies of a milestone as sentences. One at a time can be edited in place. */
export function MilestoneStrategies({ home, milestone, strategies, change }: MilestoneStrategiesProps) {
  const edited = useSignal<number | null>(null);
  return (
    <fieldset class={styles.strategies}>
      <legend>Who gets the feature</legend>
      {strategies.map(({ id, content }, index) => (
        <div key={id ?? index} class={styles.strategy}>
          {edited.value === index ? (
            <EditedStrategy
              home={home}
              content={content}
              change={(part) => change(strategies.with(index, { ...(id !== undefined && { id }), content: { ...content, ...part } }))}
              close={() => (edited.value = null)}
            />
          ) : (
            <ShownStrategy
              content={content}
              milestone={milestone}
              edit={() => (edited.value = index)}
              remove={
                strategies.length > 1
                  ? () => {
                      edited.value = null;
                      change(strategies.toSpliced(index, 1));
                    }
                  : undefined
              }
            />
          )}
        </div>
      ))}
      <Button
        press={() => {
          edited.value = strategies.length;
          change([...strategies, { content: strategyFor(100) }]);
        }}
        icon="plus"
        aria-label={`Add strategy to ${milestone}`}
        text="Add strategy"
      />
    </fieldset>
  );
}

interface ShownStrategyProps {
  readonly milestone: string;
  readonly content: StrategyContent;
  readonly edit: () => void;
  /** Undefined for the only strategy: a milestone needs one. */
  readonly remove: (() => void) | undefined;
}

function ShownStrategy({ milestone, content, edit, remove }: ShownStrategyProps) {
  const segmentName = useSegmentNames();
  const share = shareOf(content);
  const name = `${calledBy(content)} in ${milestone}`;
  return (
    <>
      <div class={styles.shown}>
        {content.title && <b>{content.title}</b>}
        <SentenceLine phrases={describeStrategy(content, segmentName)} />
        {share !== null && share < 100 && <ShareBar now={share} />}
      </div>
      <span class={styles.acts}>
        <Button aria-label={`Edit ${name}`} press={edit} text="Edit" />
        {remove && (
          <Button
            class={`${buttonStyles.quiet} ${buttonStyles.small}`}
            aria-label={`Remove strategy ${name}`}
            press={remove}
            icon="close"
          />
        )}
      </span>
    </>
  );
}

interface EditedStrategyProps {
  readonly home: Home;
  readonly content: StrategyContent;
  readonly change: (part: Partial<StrategyContent>) => void;
  readonly close: () => void;
}

const EditedStrategy = ({ home, content, change, close }: EditedStrategyProps) => (
  <div class={`${strategyStyles.editing} ${styles.edited}`} role="group" aria-label={`Edit ${calledBy(content)}`}>
    <StrategyFields project={home} draft={content} before={null} change={change} />
    <Button press={close} text="Done" />
  </div>
);
