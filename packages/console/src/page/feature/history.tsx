import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Answer, Empty } from '../../parts/panel.tsx';
import { say, sayRefused } from '../../parts/toast.tsx';
import { askAgain, useAnswer } from '../../server/answer.ts';
import type { Event, PastEvent } from '../../server/operations.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { sayAge } from '../../base/time.ts';
import { words } from '../../base/words.ts';
import { sayDetails, sayEvent } from './event-sentence.ts';
import type { ReadFeature } from './use-feature.ts';
import { useSegmentNames } from './use-segment-names.ts';

/** What was done to the feature, the newest first, and a way back where there is one. */
export function History({ detail: { name } }: ReadFeature) {
  const events = useAnswer('GET /api/admin/events/{featureName}', { path: { featureName: name } });
  const chosen = useSignal<Event | null>(null);
  const segmentName = useSegmentNames();
  return (
    <section class="panel">
      <header>
        <h2>{words.history.title}</h2>
      </header>
      <Answer of={events}>
        {({ events: all }) =>
          all.length === 0 ? (
            <Empty title={words.history.none} />
          ) : (
            <ol class="history">
              {all.map((event) => (
                <li key={event.id}>
                  <time dateTime={event.createdAt} title={new Date(event.createdAt).toLocaleString('en')}>
                    {sayAge(Date.parse(event.createdAt), Date.now())}
                  </time>
                  <p>
                    <b>{event.createdBy}</b> {sayEvent(event)}
                    {sayDetails(event, segmentName).map((detail) => (
                      <small key={detail}>{detail}</small>
                    ))}
                  </p>
                  <button
                    type="button"
                    class="b sm"
                    aria-label={words.history.undoOf(sayEvent(event))}
                    onClick={() => (chosen.value = event)}
                  >
                    {words.undo}
                  </button>
                </li>
              ))}
            </ol>
          )
        }
      </Answer>
      <Dialog title={words.history.undoTitle} isOpen={chosen.value !== null} close={() => (chosen.value = null)}>
        {chosen.value && <UndoEvent event={chosen.value} close={() => (chosen.value = null)} />}
      </Dialog>
    </section>
  );
}

const pastOf = ({ type, project, environment, featureName, data, preData }: Event): PastEvent => ({
  type,
  project,
  environment,
  featureName,
  data,
  preData,
});

/** What undoing would mean, before it is done: it is a change like any other, and goes to a change request where that is the rule. */
function UndoEvent({ event, close }: { readonly event: Event; readonly close: () => void }) {
  const preview = useAnswer('POST /api/admin/undo/preview', { body: pastOf(event) });
  return (
    <Answer of={preview}>
      {({ isReversible, because, sentence, way, hasChanged }) => (
        <>
          <p>{isReversible ? words.history.would(sentence ?? sayEvent(event)) : (because ?? words.history.impossible)}</p>
          {hasChanged && <p class="note caution">{words.history.hasChanged}</p>}
          <footer>
            <button type="button" class="b" onClick={close}>
              {words.cancel}
            </button>
            {isReversible && (
              <button type="button" class="b go" onClick={() => void undo(event, hasChanged, close)}>
                {way === 'change request' ? words.strategy.propose : words.history.undoNow}
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
    say(way === 'change request' ? words.history.proposed : words.strategy.undone);
    close();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.message);
  }
  await askAgain();
}
