import { Answer } from '../../parts/panel/panel.tsx';
import { proposeTitle } from '../proposal/target.ts';
import { protectedIn, undoPlan } from '../proposal/undo-plan.ts';
import { useAnswer } from '../../server/answer.ts';
import type { DocumentPlan, Event } from '../../server/operations.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as noteStyles from '../../parts/mark/note.module.css';

const maxShown = 20;

/** Preview of the undo of an applied plan: everything that changes back. */
export function UndoPlan({ event: { project, data }, close }: { readonly event: Event; readonly close: () => void }) {
  const path = { projectId: project ?? '', planId: String(data?.['id']) };
  const plan = useAnswer('GET /api/admin/projects/{projectId}/applied-plans/{planId}/undo', { path });
  return (
    <Answer of={plan}>
      {(found) => (
        <>
          <Actions plan={found} />
          <footer>
            <Button look="button" press={close} text="Cancel" />
            {found.actions.length > 0 && found.summary.refused === 0 && (
              <Button
                look="main"
                press={() => void undoPlan(path, found).then((isDone) => isDone && close())}
                text={titleFor(path.projectId, found)}
              />
            )}
          </footer>
        </>
      )}
    </Answer>
  );
}

function titleFor(project: string, plan: DocumentPlan): string {
  const where = plan.actions.every((action) => action.protected) ? protectedIn(project, plan) : undefined;
  return where ? proposeTitle(where) : 'Undo change';
}

const actionWords = { create: 'restore', update: 'change back', delete: 'remove' };

function Actions({ plan: { actions } }: { readonly plan: DocumentPlan }) {
  if (actions.length === 0) return <p>Everything is already as before.</p>;
  const changed = actions.filter(({ changedInTarget }) => changedInTarget).map(({ name }) => name);
  return (
    <>
      <p>{actions.length === 1 ? 'One change undoes the plan:' : `${actions.length.toLocaleString('en')} changes undo the plan:`}</p>
      <ul>
        {actions.slice(0, maxShown).map(({ op, kind, name, environment, reason }) => (
          <li key={`${kind} ${name} ${environment}`}>
            {actionWords[op]} <span class="mono">{name}</span>
            {environment !== undefined && ` in ${environment}`}
            {reason !== undefined && <small>{reason}</small>}
          </li>
        ))}
        {actions.length > maxShown && <li>and {(actions.length - maxShown).toLocaleString('en')} more</li>}
      </ul>
      {changed.length > 0 && (
        <p class={noteStyles.caution}>Changed since: {[...new Set(changed)].join(', ')}. The undo overwrites these changes.</p>
      )}
    </>
  );
}
