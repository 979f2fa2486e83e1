import { Answer, Empty } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { Event } from '../../server/operations.ts';
import { featureTexts } from './texts.ts';
import { useChosen } from './environment-cards.tsx';
import { EnvironmentTabs } from './environment-tabs.tsx';
import { describeEvent } from './event-sentence.ts';
import { applicationsOf, type Counted, type Hour, hoursOf, lineThrough, sumOf } from './usage-hours.ts';
import { useEnvironments } from './use-environments.ts';
import type { ReadFeature } from './use-feature.ts';
import * as panelStyles from '../../parts/panel.module.css';
import * as styles from './feature.module.css';

const shownHours = 24;
const everyMs = 60_000;

/** Evaluations of the past day, with markers for changes. */
export function Usage({ detail }: ReadFeature) {
  const environments = useEnvironments(detail);
  const chosen = useChosen(environments);
  const path = { featureName: detail.name };
  const usage = useAnswer(
    'GET /api/admin/client-metrics/features/{featureName}/raw',
    { path, query: { hoursBack: String(shownHours) } },
    { everyMs },
  );
  const events = useAnswer('GET /api/admin/events/{featureName}', { path });
  if (!chosen) return null;
  const marks = (events.data?.events ?? []).filter(({ environment }) => environment === chosen.name);
  return (
    <>
      <EnvironmentTabs environments={environments} chosen={chosen} />
      <Answer of={usage}>{({ data }) => <Answered counted={data} environment={chosen.name} marks={marks} />}</Answer>
    </>
  );
}

interface AnsweredProps {
  readonly counted: readonly Counted[];
  readonly environment: string;
  readonly marks: readonly Event[];
}

function Answered({ counted, environment, marks }: AnsweredProps) {
  const hours = hoursOf(counted, environment, Date.now(), shownHours);
  const { yes, no } = sumOf(hours);
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{featureTexts.usage.title(environment)}</h2>
        <span class={`${panelStyles.end} dimmer small`}>{featureTexts.usage.count(yes + no)}</span>
      </header>
      {yes + no === 0 ? (
        <Empty title={featureTexts.usage.none}>
          <p>{featureTexts.usage.noneAbout}</p>
        </Empty>
      ) : (
        <>
          <div class={panelStyles.body}>
            <Chart hours={hours} marks={marks} label={featureTexts.usage.chart(yes, no)} />
          </div>
          <Applications counted={counted} environment={environment} />
          <HoursTable hours={hours} />
        </>
      )}
    </section>
  );
}

const size = { width: 640, height: 120 };

/** On as an area, off as a dashed line, changes as vertical lines. A table has the same figures. */
function Chart({ hours, marks, label }: { readonly hours: readonly Hour[]; readonly marks: readonly Event[]; readonly label: string }) {
  const highest = Math.max(...hours.flatMap(({ yes, no }) => [yes, no]));
  const yes = lineThrough(
    hours.map((hour) => hour.yes),
    highest,
    size,
  );
  const [first, last] = [hours[0]?.startMs ?? 0, hours.at(-1)?.startMs ?? 0];
  const shown = marks.filter(({ createdAt }) => Date.parse(createdAt) >= first);
  const xOf = (atMs: number) => Math.min(size.width, (size.width * (atMs - first)) / Math.max(1, last - first));
  return (
    <>
      <svg
        class={`${styles.chart} ${styles.tallChart}`}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path class={styles.yes} d={`${yes}L${size.width} ${size.height}L0 ${size.height}Z`} />
        <path
          class={styles.nope}
          d={lineThrough(
            hours.map((hour) => hour.no),
            highest,
            size,
          )}
        />
        {shown.map(({ id, createdAt }) => (
          <path key={id} class={styles.mark} d={`M${xOf(Date.parse(createdAt)).toFixed(1)} 0V${size.height}`} />
        ))}
      </svg>
      <p class={styles.legend}>
        <small>{featureTexts.usage.from}</small>
        <small>{featureTexts.usage.legend}</small>
        <small>{featureTexts.usage.to}</small>
      </p>
      {shown.length > 0 && (
        <ul class={styles.marks} aria-label={featureTexts.usage.marks}>
          {shown.map((event) => (
            <li key={event.id}>
              <small>
                <time dateTime={event.createdAt}>{clockOf(Date.parse(event.createdAt))}</time> {event.createdBy} {describeEvent(event)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const clockOf = (atMs: number): string => new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

function Applications({ counted, environment }: Omit<AnsweredProps, 'marks'>) {
  return (
    <table>
      <thead>
        <tr>
          <th>{featureTexts.usage.application}</th>
          <th>{featureTexts.usage.yes}</th>
          <th>{featureTexts.usage.no}</th>
        </tr>
      </thead>
      <tbody>
        {applicationsOf(counted, environment).map(({ name, yes, no }) => (
          <tr key={name}>
            <td class="mono">{name}</td>
            <td>{yes.toLocaleString('en')}</td>
            <td>{no.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The figures for screen readers. */
function HoursTable({ hours }: { readonly hours: readonly Hour[] }) {
  return (
    <div class="unseen">
      <table>
        <caption>{featureTexts.usage.byHour}</caption>
        <thead>
          <tr>
            <th>{featureTexts.usage.hour}</th>
            <th>{featureTexts.usage.yes}</th>
            <th>{featureTexts.usage.no}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ startMs, yes, no }) => (
            <tr key={startMs}>
              <td>{clockOf(startMs)}</td>
              <td>{yes}</td>
              <td>{no}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
