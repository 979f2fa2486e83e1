import { featureHref } from '../../frame/address.ts';
import { Age } from '../../parts/age.tsx';
import { Answer } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { AnswerOf } from '../../server/request.ts';
import { auditPages } from '../audit/page.ts';
import { startTexts } from './texts.ts';
import { foldEvents } from '../audit/fold-events.ts';
import { eventSentence } from '../feature/event-sentence.ts';
import * as historyStyles from '../../parts/history.module.css';
import * as panelStyles from '../../parts/panel.module.css';

/** Event types that can change evaluation results. */
const kinds = [
  'feature-archived',
  'feature-revived',
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'strategy-order-changed',
  'feature-environment-variants-updated',
  'feature-dependency-added',
  'feature-dependency-removed',
  'segment-updated',
];
const maxFetched = 30;
const maxShown = 5;

type LoggedEvent = AnswerOf<'GET /api/admin/search/events'>['events'][number];

/** The latest changes to evaluation results in all projects: the first place to look during an incident. */
export function ChangedLast() {
  const found = useAnswer('GET /api/admin/search/events', { query: { type: `IS_ANY_OF:${kinds.join(',')}`, limit: maxFetched } });
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{startTexts.changed}</h2>
        <a class={panelStyles.end} href="/audit">
          {auditPages.section.title}
        </a>
      </header>
      <Answer of={found}>
        {({ events }) =>
          events.length === 0 ? (
            <p class={`${panelStyles.body} dim`}>{startTexts.nothingChanged}</p>
          ) : (
            <ol class={historyStyles.history}>
              {foldEvents(events)
                .slice(0, maxShown)
                .map(([first, ...others]) => (
                  <Change key={first.id} event={first} others={others.length} />
                ))}
            </ol>
          )
        }
      </Answer>
    </section>
  );
}

/** A change, with the number of further changes in the same request. */
function Change({ event, others }: { readonly event: LoggedEvent; readonly others: number }) {
  const { createdAt, createdBy, project, featureName } = event;
  const { verb, object, of, after } = eventSentence(event, project === null ? null : featureName);
  return (
    <li>
      <Age at={createdAt} />
      <p>
        <b>{createdBy}</b> {[verb, object, of].filter(Boolean).join(' ')}{' '}
        {project !== null && featureName !== null && (
          <a class="mono" href={featureHref(project, featureName)}>
            {featureName}
          </a>
        )}{' '}
        {[after, event.environment === null ? '' : startTexts.inEnvironment(event.environment)].filter(Boolean).join(' ')}
        {others > 0 && <small>{startTexts.andMore(others)}</small>}
      </p>
    </li>
  );
}
