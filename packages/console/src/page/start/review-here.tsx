import { useRef } from 'preact/hooks';
import { changeRequestHref } from '../../frame/address.ts';
import { useSubmit } from '../../parts/shortcuts.ts';
import { attempt } from '../../parts/layer/attempt.ts';
import { openLayer } from '../../parts/layer/layers.tsx';
import { useAnswer, type ChangeRequest, type FoundChangeRequest, ask } from '../../server/ask.ts';
import { changesOf } from '../change-requests/content.ts';
import { DecideForm } from '../change-requests/decide-form.tsx';
import { ImpactFigures } from '../change-requests/impact.tsx';
import { Lines } from '../change-requests/what-changes.tsx';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as styles from './start.module.css';

const oneRequest = 'GET /api/admin/projects/{projectId}/change-requests/{id}';

/** Shows the content of a request in a dialog, to approve exactly it, or to apply it once it is approved. */
export const reviewHere = ({ project, id }: Pick<FoundChangeRequest, 'project' | 'id'>): Promise<void> =>
  attempt(async () => {
    const request = await ask(oneRequest, { path: { projectId: project, id } });
    openLayer({ title: request.title, isWide: true, draw: (close) => <Review request={request} close={close} /> });
  });

function Review({ request: opened, close }: { readonly request: ChangeRequest; readonly close: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  const { data: now } = useAnswer(oneRequest, { path: { projectId: opened.project, id: opened.id } });
  // The state follows the server; the content stays what the user reads.
  const request = { ...opened, state: now?.state ?? opened.state };
  useSubmit(() => root.current?.querySelector('form')?.requestSubmit(), true);
  return (
    <div ref={root} class={styles.review}>
      <ImpactFigures request={request} />
      {changesOf(request).map((change) => (
        <section key={change.id}>
          <h3 class="mono">{change.of}</h3>
          <Lines change={change} request={request} />
        </section>
      ))}
      <ButtonLink look="link" href={changeRequestHref(request.project, request.id)} text="Open the request" />
      <DecideForm request={request} applied={close} />
    </div>
  );
}
