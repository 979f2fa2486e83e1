import { Answer } from '../../parts/panel.tsx';
import { showToast, showError } from '../../parts/toast.tsx';
import { askAgain, useAnswer } from '../../server/answer.ts';
import type { Event, PastEvent } from '../../server/operations.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { pageTexts } from '../texts.ts';
import { featureTexts } from './texts.ts';
import { isOfPlan, UndoPlan } from './undo-plan.tsx';
import { partsTexts } from '../../parts/texts.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as noteStyles from '../../parts/note.module.css';

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
  return (
    <Answer of={preview}>
      {({ isReversible, because, sentence, way, hasChanged }) => (
        <>
          <p>
            {isReversible
              ? sentence === null
                ? featureTexts.history.wouldUndo
                : featureTexts.history.would(sentence)
              : (because ?? featureTexts.history.impossible)}
          </p>
          {hasChanged && <p class={noteStyles.caution}>{featureTexts.history.hasChanged}</p>}
          <footer>
            <button type="button" class={buttonStyles.button} onClick={close}>
              {partsTexts.cancel}
            </button>
            {isReversible && (
              <button type="button" class={buttonStyles.main} onClick={() => void undo(event, hasChanged, close)}>
                {way === 'change request' ? pageTexts.strategy.propose : featureTexts.history.undoNow}
              </button>
            )}
          </footer>
        </>
      )}
    </Answer>
  );
}

async function undo(event: Event, anyway: boolean, close: () => void): Promise<void> {
  try {
    const { way } = await ask('POST /api/admin/undo', { body: pastOf(event), ...(anyway && { query: { anyway: true } }) });
    showToast(way === 'change request' ? featureTexts.history.proposed : pageTexts.strategy.undone);
    close();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message);
  }
  await askAgain();
}
