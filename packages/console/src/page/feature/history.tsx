import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Answer, Empty } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { Event } from '../../server/operations.ts';
import { formatAge } from '../../base/time.ts';
import { pageTexts } from '../texts.ts';
import { featureTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';
import { describeDetails, describeEvent } from './event-sentence.ts';
import { UndoEvent } from './undo-event.tsx';
import type { ReadFeature } from './use-feature.ts';
import { useSegmentNames } from './use-segment-names.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as historyStyles from '../../parts/history.module.css';
import * as panelStyles from '../../parts/panel.module.css';

/** Events of the feature, newest first, with undo. */
export function History({ detail: { name } }: ReadFeature) {
  const events = useAnswer('GET /api/admin/events/{featureName}', { path: { featureName: name } });
  const chosen = useSignal<Event | null>(null);
  const segmentName = useSegmentNames();
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{featureTexts.history.title}</h2>
      </header>
      <Answer of={events}>
        {({ events: all }) =>
          all.length === 0 ? (
            <Empty title={featureTexts.history.none} />
          ) : (
            <ol class={historyStyles.history}>
              {all.map((event) => (
                <li key={event.id}>
                  <time dateTime={event.createdAt} title={new Date(event.createdAt).toLocaleString('en')}>
                    {formatAge(Date.parse(event.createdAt), Date.now())}
                  </time>
                  <p>
                    <b>{event.createdBy}</b> {describeEvent(event)}
                    {describeDetails(event, segmentName).map((detail) => (
                      <small key={detail}>{detail}</small>
                    ))}
                  </p>
                  <button
                    type="button"
                    class={buttonStyles.small}
                    aria-label={pageTexts.history.undoOf(describeEvent(event))}
                    onClick={() => (chosen.value = event)}
                  >
                    {partsTexts.undo}
                  </button>
                </li>
              ))}
            </ol>
          )
        }
      </Answer>
      <Dialog title={pageTexts.history.undoTitle} isOpen={chosen.value !== null} close={() => (chosen.value = null)}>
        {chosen.value && <UndoEvent event={chosen.value} close={() => (chosen.value = null)} />}
      </Dialog>
    </section>
  );
}
