import { useId } from 'preact/hooks';
import { Icon } from '../../parts/mark/icon.tsx';
import { ConditionFields } from './condition/condition-fields.tsx';
import { MilestoneStrategies } from './milestone-strategies.tsx';
import type { DraftMilestone } from './template-content.ts';
import type { Home } from '../../server/session.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as styles from './release-templates.module.css';

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
        <Button
          class={`${buttonStyles.quiet} ${buttonStyles.small}`}
          aria-label={`Remove ${called}`}
          disabled={count === 1}
          press={remove}
          icon="close"
        />
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
  <button
    type="button"
    class={`${buttonStyles.quiet} ${buttonStyles.small} ${styles.step}`}
    aria-label={title}
    aria-disabled={!isPossible}
    onClick={(event) => press(event.currentTarget)}
  >
    <Icon name={icon} />
  </button>
);
