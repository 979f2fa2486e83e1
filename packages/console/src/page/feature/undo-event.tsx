import { formatFigure } from '../../base/format.ts';
import { Answer } from '../../parts/panel/panel.tsx';
import { proposeInto } from '../proposal/propose.ts';
import { proposeTitle, type Where } from '../proposal/target.ts';
import { attempt } from '../../parts/layer/attempt.ts';
import { showToast } from '../../parts/layer/toast.tsx';
import { useAnswer, type Event, type PastEvent, type Undo, type DocumentPlan, ask } from '../../server/ask.ts';
import { DifferenceLines } from './change/difference-lines.tsx';
import { useChangeNames } from './change/use-change-names.ts';
import { isOfPlan } from './event-sentence.ts';
import { describeUndo, describeUndone } from './undo-differences.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as noteStyles from '../../parts/mark/note.module.css';
import { protectedIn, undoPlan } from '../proposal/undo-plan.ts';

const pastOf = ({ type, project, environment, featureName, data, preData }: Event): PastEvent => ({
  type,
  project,
  environment,
  featureName,
  data,
  preData,
});

interface UndoEventProps {
  readonly event: Event;
  readonly close: () => void;
}

/** Preview of an undo before it is sent. It may become a change request, like any other change. */
export const UndoEvent = ({ event, close }: UndoEventProps) =>
  isOfPlan(event) ? <UndoPlan event={event} close={close} /> : <UndoChange event={event} close={close} />;

function UndoChange({ event, close }: UndoEventProps) {
  const preview = useAnswer('POST /api/admin/undo/preview', { body: pastOf(event) });
  return <Answer of={preview}>{(found) => <Preview event={event} found={found} close={close} />}</Answer>;
}

/** The change that undoes an event: in a sentence, and with the current and the restored values. */
function Preview({ event, found, close }: UndoEventProps & { readonly found: Undo }) {
  const { isReversible, because, sentence, way, hasChanged, project, environment, change } = found;
  const where = { project: project ?? '', environment: environment ?? '' };
  const names = useChangeNames(where, { action: change?.action ?? '', of: change?.feature ?? '' });
  const description = isReversible ? describeUndo(found, names) : null;
  const will = sentence === null ? 'This will reverse the change.' : `This will ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}.`;
  return (
    <>
      <p>{isReversible ? will : (because ?? 'This change can’t be undone.')}</p>
      {description && <DifferenceLines of={description} />}
      {hasChanged && <p class={noteStyles.caution}>It was changed again since. Undoing reverses that change as well.</p>}
      <footer>
        <Button look="button" press={close} text="Cancel" />
        {isReversible && (
          <Button
            look="main"
            press={() =>
              void undo(event, {
                anyway: hasChanged,
                where: way === 'change request' ? where : null,
                done: describeUndone(found, description),
                close,
              })
            }
            text={way === 'change request' ? proposeTitle(where) : 'Undo change'}
          />
        )}
      </footer>
    </>
  );
}

interface Undoing {
  /** Whether to overwrite later changes. */
  readonly anyway: boolean;
  /** The environment whose change request it goes to; null if it is made directly. */
  readonly where: Where | null;
  /** The result in words. */
  readonly done: string;
  readonly close: () => void;
}

const undo = (event: Event, { anyway, where, done, close }: Undoing): Promise<void> =>
  attempt(async () => {
    const send = (into?: string) =>
      ask('POST /api/admin/undo', { body: pastOf(event), query: { ...(anyway && { anyway }), ...(into !== undefined && { into }) } });
    if (where) showToast((await proposeInto(where, send)).added);
    else {
      await send();
      showToast(done);
    }
    close();
  });

const maxShown = 20;

/** Preview of the undo of an applied plan: everything that changes back. */
function UndoPlan({ event: { project, data }, close }: { readonly event: Event; readonly close: () => void }) {
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
      <p>{actions.length === 1 ? 'One change undoes the plan:' : `${formatFigure(actions.length)} changes undo the plan:`}</p>
      <ul>
        {actions.slice(0, maxShown).map(({ op, kind, name, environment, reason }) => (
          <li key={`${kind} ${name} ${environment}`}>
            {actionWords[op]} <span class="mono">{name}</span>
            {environment !== undefined && ` in ${environment}`}
            {reason !== undefined && <small>{reason}</small>}
          </li>
        ))}
        {actions.length > maxShown && <li>and {formatFigure(actions.length - maxShown)} more</li>}
      </ul>
      {changed.length > 0 && (
        <p class={noteStyles.caution}>Changed since: {[...new Set(changed)].join(', ')}. The undo overwrites these changes.</p>
      )}
    </>
  );
}
