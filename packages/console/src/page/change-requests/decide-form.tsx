import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { execute } from '../../parts/layer/attempt.ts';
import { Field } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import { askAgain, type ChangeRequest, ask } from '../../server/ask.ts';
import { send } from '../../server/call.ts';
import { useLack } from '../../server/session.ts';
import { moveWords } from './moves.ts';
import { moveCall } from './request-calls.ts';
import * as styles from './change-requests.module.css';

interface DecideFormProps {
  readonly request: ChangeRequest;
  /** Called once the request is applied. */
  readonly applied: () => void;
}

/** Approves exactly the shown content next to it, and applies it: afterwards, or in the same step if the user may. */
export function DecideForm({ request, applied }: DecideFormProps) {
  const comment = useSignal('');
  const mayApply = useLack()('APPLY_CHANGE_REQUEST', request) === undefined;
  const move = request.state === 'Approved' ? 'apply' : 'approve';
  const root = useRef<HTMLDivElement>(null);
  useShortcuts({ approve: () => root.current?.querySelector('input')?.focus() });
  async function make(name: 'approve' | 'apply') {
    try {
      await execute(() => send(moveCall(request, name, comment.value)), moveWords[name].done);
      comment.value = '';
    } catch (error) {
      // The request may have been edited: the page then shows the edits.
      await askAgain();
      throw error;
    }
  }
  async function apply() {
    await make('apply');
    applied();
  }
  async function approveAndApply() {
    await make('approve');
    const { project, id } = request;
    const now = await ask('GET /api/admin/projects/{projectId}/change-requests/{id}', { path: { projectId: project, id } });
    if (now.state === 'Approved') await apply();
  }
  return (
    <div ref={root} class={styles.decide}>
      <Form
        key={move}
        title={moveWords[move].title}
        submit={() => (move === 'apply' ? apply() : make(move))}
        other={move === 'approve' && mayApply ? { title: 'Approve and apply', submit: approveAndApply } : undefined}
      >
        <Field label="Comment on the decision" value={comment.value} change={(value) => (comment.value = value)} />
      </Form>
    </div>
  );
}
