import { Answer } from '../../parts/panel/panel.tsx';
import { partsTexts } from '../../parts/texts.ts';
import { proposeTitle } from '../proposal/target.ts';
import { protectedIn, undoPlan } from '../proposal/undo-plan.ts';
import { useAnswer } from '../../server/answer.ts';
import type { DocumentPlan, Event } from '../../server/operations.ts';
import { featureTexts } from './texts.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as noteStyles from '../../parts/mark/note.module.css';

const texts = featureTexts.history;
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
            <button type="button" class={buttonStyles.button} onClick={close}>
              {partsTexts.cancel}
            </button>
            {found.actions.length > 0 && found.summary.refused === 0 && (
              <button
                type="button"
                class={buttonStyles.main}
                onClick={() => void undoPlan(path, found).then((isDone) => isDone && close())}
              >
                {titleFor(path.projectId, found)}
              </button>
            )}
          </footer>
        </>
      )}
    </Answer>
  );
}

function titleFor(project: string, plan: DocumentPlan): string {
  const where = plan.actions.every((action) => action.protected) ? protectedIn(project, plan) : undefined;
  return where ? proposeTitle(where) : texts.undoNow;
}

function Actions({ plan: { actions } }: { readonly plan: DocumentPlan }) {
  if (actions.length === 0) return <p>{texts.planUndone}</p>;
  const changed = actions.filter(({ changedInTarget }) => changedInTarget).map(({ name }) => name);
  return (
    <>
      <p>{texts.planChanges(actions.length)}</p>
      <ul>
        {actions.slice(0, maxShown).map(({ op, kind, name, environment, reason }) => (
          <li key={`${kind} ${name} ${environment}`}>
            {texts.planAction[op]} <span class="mono">{name}</span>
            {environment !== undefined && ` in ${environment}`}
            {reason !== undefined && <small>{reason}</small>}
          </li>
        ))}
        {actions.length > maxShown && <li>{texts.moreActions(actions.length - maxShown)}</li>}
      </ul>
      {changed.length > 0 && <p class={noteStyles.caution}>{texts.planChangedSince([...new Set(changed)].join(', '))}</p>}
    </>
  );
}
