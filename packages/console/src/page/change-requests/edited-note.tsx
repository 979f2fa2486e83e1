import type { ChangeRequest } from '../../server/operations.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import type { Edited, NamedChange } from './content.ts';
import { Lines } from './what-changes.tsx';
import { Button } from '../../parts/mark/button.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './change-requests.module.css';

interface EditedNoteProps {
  readonly edited: Edited;
  readonly request: ChangeRequest;
  readonly read: () => void;
}

/** Edits made while the user was reading. Approval is blocked until the user has confirmed reading them. */
export function EditedNote({ edited, request, read }: EditedNoteProps) {
  return (
    <section class={`${panelStyles.panel} ${styles.edited}`} role="alert">
      <header class={panelStyles.wraps}>
        <Icon name="alert" />
        <h2>This change request was edited while you were reading</h2>
        <span class={panelStyles.end}>
          <Button press={read} text="I’ve read the changes" />
        </span>
      </header>
      <EditedChanges title="removed" changes={edited.gone} request={request} />
      <EditedChanges title="added" changes={edited.came} request={request} />
    </section>
  );
}

interface EditedChangesProps {
  readonly title: string;
  readonly changes: readonly NamedChange[];
  readonly request: ChangeRequest;
}

function EditedChanges({ title, changes, request }: EditedChangesProps) {
  return (
    <>
      {changes.map((change) => (
        <div key={change.id} class={styles.diff}>
          <div class={styles.heading}>
            <code>
              <b>{change.of}</b>
            </code>
            <span class="dimmer">{title}</span>
          </div>
          <Lines change={change} request={request} />
        </div>
      ))}
    </>
  );
}
