import { useSignal } from '@preact/signals';
import { Age } from '../../parts/age.tsx';
import { execute } from '../../parts/attempt.ts';
import { ValueForm } from '../../parts/value-form.tsx';
import { ask } from '../../server/request.ts';
import type { ChangeRequest } from '../../server/operations.ts';
import { changeRequestsTexts } from './texts.ts';
import * as panelStyles from '../../parts/panel.module.css';
import * as styles from './change-requests.module.css';

/** The comments of the request, oldest first, and a field for a new one. */
export function Conversation({ request }: { readonly request: ChangeRequest }) {
  const { project, id, comments } = request;
  const sent = useSignal(0);
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{changeRequestsTexts.changeRequest.conversation}</h2>
      </header>
      {comments.length > 0 && (
        <ol class={styles.comments}>
          {comments.map((comment) => (
            <li key={comment.id}>
              <b>{comment.createdBy.username}</b> <Age at={comment.createdAt} />
              <p>{comment.text}</p>
            </li>
          ))}
        </ol>
      )}
      <div class={panelStyles.body}>
        <ValueForm
          key={sent.value}
          submitTitle={changeRequestsTexts.changeRequest.sendComment}
          initial={{ text: '' }}
          entries={{ text: { kind: 'area', label: changeRequestsTexts.changeRequest.comment } }}
          submit={async (body) => {
            await execute(
              () => ask('POST /api/admin/projects/{projectId}/change-requests/{id}/comments', { path: { projectId: project, id }, body }),
              changeRequestsTexts.changeRequest.commented,
            );
            sent.value += 1;
          }}
        />
      </div>
    </section>
  );
}
