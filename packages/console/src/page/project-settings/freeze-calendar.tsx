import { useState } from 'preact/hooks';
import { formatMonth, formatWeekday } from '../../base/calendar.ts';
import { useAnswer } from '../../server/answer.ts';
import { endOf, type FreezeOfDay, freezesOn, weeksOf } from './frozen-days.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as tagStyles from '../../parts/mark/tag.module.css';
import * as styles from './project-settings.module.css';

/** The frozen days of a month, in the browser's time zone. */
export function FreezeCalendar({ project, environment }: { readonly project: string; readonly environment: string }) {
  const [later, setLater] = useState(0);
  const today = new Date();
  const first = new Date(today.getFullYear(), today.getMonth() + later, 1);
  const weeks = weeksOf(first.getFullYear(), first.getMonth());
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/config/freezes', {
    path: { projectId: project },
    query: rangeOf(weeks.flat()),
  });
  const periods = data?.freezes.filter((period) => period.environment === environment) ?? [];
  return (
    <div class={styles.calendar}>
      <p>
        <b aria-live="polite">{formatMonth(first)}</b>
        <Button aria-label="Previous month" press={() => setLater(later - 1)} text="Previous" />
        <Button aria-label="Next month" press={() => setLater(later + 1)} text="Next" />
      </p>
      <table aria-label={`Frozen days in ${formatMonth(first)}`} aria-busy={data === undefined}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day.getDay()} scope="col">
                {formatWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.getTime()}>
              {week.map((day) => (
                <Day key={day.getTime()} day={day} isOutside={day.getMonth() !== first.getMonth()} freezes={freezesOn(day, periods)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const rangeOf = (days: readonly Date[]) => {
  const [first = new Date()] = days;
  return { from: first.toISOString(), to: endOf(days.at(-1) ?? first).toISOString() };
};

interface DayProps {
  readonly day: Date;
  readonly isOutside: boolean;
  readonly freezes: readonly FreezeOfDay[];
}

const describeFreeze = ({ name, from, until }: { readonly name: string; readonly from?: string; readonly until?: string }) =>
  [name, from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ');

const Day = ({ day, isOutside, freezes }: DayProps) => (
  <td class={freezes.length > 0 ? styles.frozen : ''}>
    <div class={isOutside ? 'dimmer' : ''}>{day.getDate()}</div>
    {freezes.map((freeze) => (
      <span key={freeze.name} class={tagStyles.caution} title={describeFreeze(freeze)}>
        {describeFreeze(freeze)}
      </span>
    ))}
  </td>
);
