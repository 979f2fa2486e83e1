import { actorOf } from '../feature/actor-of.ts';
import { LinkedFeature } from '../feature/linked-feature.tsx';
import { Age } from '../../parts/mark/age.tsx';
import { useAnswer, type AnswerOf } from '../../server/ask.ts';
import { auditPages } from '../audit/page.ts';
import { pastHourHref } from '../audit/past-hour.ts';
import { useShown } from './shown-environment.tsx';
import { foldEvents } from '../audit/fold-events.ts';
import { eventSentence, isOfStep, milestoneStarted } from '../feature/event-sentence.ts';
import { UndoButton } from '../feature/undo-button.tsx';
import * as historyStyles from '../../parts/mark/history.module.css';
import { Panel } from '../../parts/panel/panel.tsx';

/** Event types that can change evaluation results. */
const kinds = [
  'feature-archived',
  'feature-revived',
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  milestoneStarted,
  'strategy-order-changed',
  'feature-environment-variants-updated',
  'feature-dependency-added',
  'feature-dependency-removed',
  'segment-updated',
];
/** Events that several features may share in one sentence. */
const switching = new Set(['feature-environment-enabled', 'feature-environment-disabled', 'feature-archived', 'feature-revived']);
const maxFetched = 30;
const maxShown = 8;

type LoggedEvent = AnswerOf<'GET /api/admin/search/events'>['events'][number];

export const useLastChanges = () =>
  useAnswer('GET /api/admin/search/events', { query: { type: `IS_ANY_OF:${kinds.join(',')}`, limit: maxFetched } });

/** The latest changes to evaluation results in all projects, with undo: the first place to look during an incident. */
export function ChangedLast() {
  const { data } = useLastChanges();
  const environment = useShown()?.name;
  if (!data || data.events.length === 0) return null;
  return (
    <Panel
      title="Recently changed"
      end={
        <>
          {environment && <a href={pastHourHref(environment)}>Past hour in {environment}</a>}
          <a href="/audit">{auditPages.section.title}</a>
        </>
      }
    >
      <ol class={historyStyles.history}>
        {foldEvents(data.events)
          .slice(0, maxShown)
          .map((events) => (
            <Change key={events[0].id} events={events} />
          ))}
      </ol>
    </Panel>
  );
}

/** The changes of one request: one sentence if several features were turned on or off, otherwise the first change. */
function Change({ events }: { readonly events: readonly [LoggedEvent, ...LoggedEvent[]] }) {
  const [event, ...rest] = events;
  const others = event.type === milestoneStarted ? rest.filter((other) => !isOfStep(other)) : rest;
  const { createdAt, project, environment } = event;
  const { verb, object, of, feature, after } = eventSentence(event);
  const turned = switching.has(event.type)
    ? others.filter(({ type, environment: other }) => type === event.type && other === environment)
    : [];
  const isOne = turned.length > 0;
  return (
    <li>
      <Age at={createdAt} />
      <p>
        <b>{actorOf(event)}</b> {isOne ? verb : [verb, object, of].filter(Boolean).join(' ')}{' '}
        {isOne ? `${turned.length + 1} features` : <LinkedFeature project={project} name={feature} />}{' '}
        {[isOne ? '' : after, environment === null ? '' : `in ${environment}`].filter(Boolean).join(' ')}
        {!isOne && others.length > 0 && <small>and {others.length} more</small>}
      </p>
      {(others.length === 0 || (!isOne && switching.has(event.type))) && <UndoButton event={event} />}
    </li>
  );
}
