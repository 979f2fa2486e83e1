import type { ComponentChildren } from 'preact';
import { featureHref } from '../../frame/address.ts';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer, type Event } from '../../server/ask.ts';
import { Age } from '../../parts/mark/age.tsx';
import { actorOf } from './actor-of.ts';
import { allWording, describeDetails, describeStep } from './event-details.ts';
import { describeEvent, isOfStep } from './event-sentence.ts';
import { FeatureConversation } from './feature-conversation.tsx';
import { UndoButton } from './undo-button.tsx';
import type { ReadFeature } from './state/use-feature.ts';
import { useSegmentNames } from '../strategy/use-segment-names.ts';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as columnsStyles from '../../parts/mark/columns.module.css';
import * as historyStyles from '../../parts/mark/history.module.css';

const maxLatest = 5;

/** All events of the feature, newest first, with undo, next to the comments. */
export const History = ({ detail }: ReadFeature) => (
  <div class={columnsStyles.columns}>
    <div>
      <Events feature={detail.name} title="History" />
    </div>
    <aside>
      <FeatureConversation feature={detail} />
    </aside>
  </div>
);

/** The latest events of the feature, with undo. */
export const LatestChanges = ({ detail: { project, name } }: ReadFeature) => (
  <Events feature={name} title="Latest changes" max={maxLatest}>
    <ButtonLink href={`${featureHref(project, name)}/history`} text="All changes" />
  </Events>
);

interface EventsProps {
  readonly feature: string;
  readonly title: string;
  /** All events without it. */
  readonly max?: number;
  /** Controls next to the title. */
  readonly children?: ComponentChildren;
}

function Events({ feature, title, max, children }: EventsProps) {
  const events = useAnswer('GET /api/admin/events/{featureName}', { path: { featureName: feature } });
  const segmentName = useSegmentNames();
  return (
    <Panel title={title} end={children}>
      <Answer of={events}>
        {({ events: all }) =>
          all.length === 0 ? (
            <Empty title="No events yet" />
          ) : (
            <ol class={historyStyles.history}>
              {all
                .filter((event) => !isOfStep(event))
                .slice(0, max)
                .map((event) => (
                  <EventLine key={event.id} event={event} details={[...describeStep(event, all), ...describeDetails(event, segmentName)]} />
                ))}
            </ol>
          )
        }
      </Answer>
    </Panel>
  );
}

const EventLine = ({ event, details }: { readonly event: Event; readonly details: readonly string[] }) => (
  <li>
    <Age at={event.createdAt} />
    <p>
      <b>{actorOf(event)}</b> {describeEvent(event, allWording)}
      {details.map((detail) => (
        <small key={detail}>{detail}</small>
      ))}
    </p>
    <UndoButton event={event} />
  </li>
);
