import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Ago } from '../mark/age.tsx';
import { execute } from '../layer/attempt.ts';
import { type Action, ActionButton } from '../list/data-table.tsx';
import { ValueForm } from '../form/value-form.tsx';
import { Panel } from './panel.tsx';
import * as styles from './conversation.module.css';

/** A comment in plain text. */
interface Comment {
  readonly id: string | number;
  readonly by: string;
  readonly at: string;
  readonly text: string;
  /** Deletes it. Absent if comments are permanent. */
  readonly remove?: Action;
}

interface ConversationProps {
  /** Comments, or what is shown instead, such as a skeleton. */
  readonly children: ComponentChildren;
  readonly send: (comment: { readonly text: string }) => Promise<unknown>;
}

/** Comments, and a field for a new one. */
export function Conversation({ children, send }: ConversationProps) {
  const sent = useSignal(0);
  return (
    <Panel title="Comments">
      {children}
      <ValueForm
        key={sent.value}
        submitTitle="Add comment"
        initial={{ text: '' }}
        entries={{ text: { kind: 'area', label: 'Comment' } }}
        submit={async (comment) => {
          await execute(() => send(comment), 'Comment added.');
          sent.value += 1;
        }}
      />
    </Panel>
  );
}

/** Comments, oldest first. */
export const Comments = ({ comments }: { readonly comments: readonly Comment[] }) =>
  comments.length > 0 && (
    <ol class={styles.comments}>
      {comments.map(({ id, by, at, text, remove }) => (
        <li key={id}>
          {remove && <ActionButton action={remove} of={text} />}
          <b>{by}</b> <Ago at={at} />
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
