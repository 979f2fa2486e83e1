import { useId } from 'preact/hooks';
import { ConditionFields } from './condition/condition-fields.tsx';
import { type DraftMilestone, type DraftStrategy, strategyFor } from './template-content.ts';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as styles from './release-templates.module.css';
import { useSignal } from '@preact/signals';
import { describeStrategy, shareOf, type StrategyContent } from '../../parts/strategy/sentence.ts';
import { SentenceLine, ShareBar } from '../../parts/strategy/sentence-line.tsx';
import { calledBy } from '../strategy/strategy-draft.ts';
import { StrategyFields } from '../strategy/strategy-fields.tsx';
import { useSegmentNames } from '../strategy/use-segment-names.ts';
import type { Home } from '../../server/session.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as strategyStyles from '../../parts/strategy/strategy.module.css';

interface MilestoneEditorProps {
  readonly home: Home;
  readonly milestone: DraftMilestone;
  readonly index: number;
  readonly count: number;
  /** Error message for the name, if any. */
  readonly refused: string | null;
  readonly change: (part: Partial<DraftMilestone>) => void;
  readonly move: (by: -1 | 1) => void;
  readonly remove: () => void;
}

/** A milestone of a template: name, strategies and condition. Alt with an arrow key moves it. */
export function MilestoneEditor({ home, milestone, index, count, refused, change, move, remove }: MilestoneEditorProps) {
  const { name, strategies, gates } = milestone;
  const isLast = index === count - 1;
  const called = name || `Milestone ${index + 1}`;
  const mayMove = { up: index > 0, down: !isLast };
  /** The element moves within the document, and would lose the focus. */
  const step = (by: -1 | 1, focused: HTMLElement | null) => {
    if (!(by < 0 ? mayMove.up : mayMove.down)) return;
    move(by);
    requestAnimationFrame(() => focused?.focus());
  };
  return (
    <li
      class={styles.milestone}
      aria-label={`Milestone ${called}`}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        step(event.key === 'ArrowUp' ? -1 : 1, document.activeElement as HTMLElement | null);
      }}
    >
      <span class={styles.number} aria-hidden="true">
        {index + 1}
      </span>
      <div class={styles.line}>
        <MilestoneName number={index + 1} name={name} refused={refused} change={(next) => change({ name: next })} />
        <Move title={`Move ${called} up`} icon="up" isPossible={mayMove.up} press={(button) => step(-1, button)} />
        <Move title={`Move ${called} down`} icon="down" isPossible={mayMove.down} press={(button) => step(1, button)} />
        <Button look="quiet" size="small" aria-label={`Remove ${called}`} disabled={count === 1} press={remove} icon="close" />
      </div>
      <MilestoneStrategies home={home} milestone={called} strategies={strategies} change={(next) => change({ strategies: next })} />
      <div>
        {isLast ? (
          <p class="dimmer">The last milestone stays until someone removes the plan.</p>
        ) : (
          <ConditionFields milestone={called} gates={gates} change={(next) => change({ gates: next })} />
        )}
      </div>
    </li>
  );
}

interface MilestoneNameProps {
  readonly number: number;
  readonly name: string;
  readonly refused: string | null;
  readonly change: (name: string) => void;
}

function MilestoneName({ number, name, refused, change }: MilestoneNameProps) {
  const id = useId();
  return (
    <span class={`${fieldStyles.entry} ${styles.name}`}>
      <input
        value={name}
        required
        aria-label={`Name of milestone ${number}`}
        aria-invalid={refused !== null}
        aria-describedby={refused === null ? undefined : id}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {refused !== null && (
        <small id={id} class={fieldStyles.refused}>
          {refused}
        </small>
      )}
    </span>
  );
}

interface MoveProps {
  readonly title: string;
  readonly icon: 'up' | 'down';
  readonly isPossible: boolean;
  readonly press: (button: HTMLElement) => void;
}

const Move = ({ title, icon, isPossible, press }: MoveProps) => (
  <Button
    look="quiet"
    size="small"
    className={styles.step}
    aria-label={title}
    refused={isPossible ? undefined : ''}
    press={press}
    icon={icon}
  />
);

interface MilestoneStrategiesProps {
  readonly home: Home;
  /** The name of the milestone, for the names of buttons. */
  readonly milestone: string;
  readonly strategies: readonly DraftStrategy[];
  readonly change: (strategies: readonly DraftStrategy[]) => void;
}

/** The strategies of a milestone as sentences. One at a time can be edited in place. */
function MilestoneStrategies({ home, milestone, strategies, change }: MilestoneStrategiesProps) {
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
        {remove && <Button look="quiet" size="small" aria-label={`Remove strategy ${name}`} press={remove} icon="close" />}
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
