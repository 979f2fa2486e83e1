import { useRef } from 'preact/hooks';
import { changeRequestHref } from '../../frame/address.ts';
import { useSubmit } from '../../frame/shortcuts.ts';
import { attempt, execute } from '../../parts/layer/attempt.ts';
import { Form } from '../../parts/form/form.tsx';
import { openLayer } from '../../parts/layer/layers.tsx';
import { send } from '../../server/call.ts';
import type { ChangeRequest, FoundChangeRequest } from '../../server/operations.ts';
import { ask } from '../../server/request.ts';
import { changesOf } from '../change-requests/content.ts';
import { moveCall } from '../change-requests/request-calls.ts';
import { Seal } from '../change-requests/seal.tsx';
import { Lines } from '../change-requests/what-changes.tsx';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as styles from './start.module.css';
import { moveTitles, doneMoves } from '../change-requests/moves.ts';

/** Shows the content of a request in a dialog, to approve exactly it, or to apply it once it is approved. */
export const reviewHere = ({ project, id }: Pick<FoundChangeRequest, 'project' | 'id'>): Promise<void> =>
  attempt(async () => {
    const request = await ask('GET /api/admin/projects/{projectId}/change-requests/{id}', { path: { projectId: project, id } });
    openLayer({ title: request.title, draw: (close) => <Review request={request} close={close} /> });
  });

function Review({ request, close }: { readonly request: ChangeRequest; readonly close: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  useSubmit(() => root.current?.querySelector('form')?.requestSubmit(), true);
  const move = request.state === 'Approved' ? 'apply' : 'approve';
  return (
    <div ref={root} class={styles.review}>
      {changesOf(request).map((change) => (
        <section key={change.id}>
          <h3 class="mono">{change.of}</h3>
          <Lines change={change} request={request} />
        </section>
      ))}
      <Seal hash={request.contentHash ?? ''} />
      <Form
        title={moveTitles[move]}
        submit={async () => {
          await execute(() => send(moveCall(request, move)), doneMoves[move]);
          close();
        }}
      >
        <a class={buttonStyles.link} href={changeRequestHref(request.project, request.id)}>
          Open the request
        </a>
      </Form>
    </div>
  );
}
