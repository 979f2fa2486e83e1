import { useSignal } from '@preact/signals';
import { Icon } from '../mark/icon.tsx';
import { Button } from '../mark/button.tsx';
import * as noteStyles from '../mark/note.module.css';
import * as styles from './conflict-note.module.css';

interface ConflictNoteProps {
  readonly text: string;
  /** The changes of each side, one per line. */
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

/** Reports a concurrent change, with the choice to take it or to keep editing. */
export function ConflictNote({ text, theirs, mine, takeTheirs, keepMine }: ConflictNoteProps) {
  const isCompared = useSignal(false);
  return (
    <div class={noteStyles.caution} role="alert">
      <Icon name="alert" />
      <div>
        <p>{text}</p>
        {isCompared.value ? <Compared theirs={theirs} mine={mine} /> : <small>{theirs.join('; ')}</small>}
      </div>
      <span class={noteStyles.end}>
        <Button aria-expanded={isCompared.value} press={() => (isCompared.value = !isCompared.value)} text="Compare" />
        <Button press={takeTheirs} text="Take theirs" />
        <Button press={keepMine} text="Keep mine" />
      </span>
    </div>
  );
}

function Compared({ theirs, mine }: Pick<ConflictNoteProps, 'theirs' | 'mine'>) {
  return (
    <dl class={styles.compared}>
      <Side title="Their changes" changes={theirs} />
      <Side title="Your changes" changes={mine} />
    </dl>
  );
}

function Side({ title, changes }: { readonly title: string; readonly changes: readonly string[] }) {
  return (
    <div>
      <dt>{title}</dt>
      {(changes.length === 0 ? ['nothing'] : changes).map((change) => (
        <dd key={change}>{change}</dd>
      ))}
    </div>
  );
}
