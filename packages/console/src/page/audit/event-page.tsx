import { Fragment } from 'preact';
import { formatExact } from '../../base/format.ts';
import { Answer, Empty, Panel, PlainPanel } from '../../parts/panel/panel.tsx';
import { useAnswer, type PatchStep, type AnswerOf } from '../../server/ask.ts';
import { EventLine } from './event-line.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import * as historyStyles from '../../parts/mark/history.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './audit.module.css';

type OneEvent = AnswerOf<'GET /api/admin/audit/events/{id}'>;

/** A single event: its changes, related events and an undo button. */
export function EventPage({ id }: { readonly id: string }) {
  const isId = /^\d{1,15}$/.test(id);
  const found = useAnswer('GET /api/admin/audit/events/{id}', { path: { id: Number(id) } }, { when: isId });
  const none = <Empty title={`Event ${id} doesn’t exist, or you don’t have access to it`} isPage />;
  if (!isId) return none;
  return (
    <Answer of={found} none={none}>
      {(event) => <Shown event={event} />}
    </Answer>
  );
}

function Shown({ event }: { readonly event: OneEvent }) {
  return (
    <>
      <PageHead
        title={`Event ${event.id}`}
        about={`${formatExact(event.createdAt)} local time · ${formatExact(event.createdAt, 'UTC')} UTC`}
        actions={
          event.groupId === null
            ? []
            : [{ title: 'All events of this request', href: `/audit?q=${encodeURIComponent(`group:${event.groupId}`)}`, isInside: true }]
        }
      />
      <PlainPanel>
        <ol class={historyStyles.history}>
          <EventLine event={event} />
        </ol>
      </PlainPanel>
      <Panel title="Changes">
        <Difference event={event} />
      </Panel>
    </>
  );
}

function Difference({ event: { data, preData, difference, isDropped } }: { readonly event: OneEvent }) {
  if (isDropped) return <p>The details of this event have expired.</p>;
  const all: readonly PatchStep[] = difference ?? [
    ...(preData === null ? [] : [{ op: 'remove' as const, path: '', value: preData }]),
    ...(data === null ? [] : [{ op: 'add' as const, path: '', value: data }]),
  ];
  const steps = all.flatMap(partsOfStep);
  if (steps.length === 0) return <p>This event has no before and after values.</p>;
  return (
    <dl class={panelStyles.facts}>
      {steps.map(({ op, path, value }) => (
        <Fragment key={`${op} ${path}`}>
          <dt>{wordsOf(path)}</dt>
          <dd class={styles.values}>
            {op !== 'add' && <del>{textOf(op === 'remove' && value !== undefined ? value : valueAt(preData, path))}</del>}
            {op === 'replace' && ' → '}
            {op !== 'remove' && <ins>{textOf(value)}</ins>}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The words of a JSON pointer: `/strategy/createdAt` is strategy › created at. */
const wordsOf = (path: string): string =>
  path
    .slice(1)
    .replaceAll('/', ' › ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const isMoment = (value: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value !== 'string') return JSON.stringify(value);
  return isMoment(value) ? formatExact(value) : value;
}

/** The value at a JSON pointer. */
const valueAt = (content: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>> | null | undefined)?.[name], content);

/** Splits a step that adds or removes a whole object into one step per property. */
const partsOfStep = ({ op, path, value }: PatchStep): readonly PatchStep[] =>
  path === '' && typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, part]) => ({ op, path: `/${name}`, value: part }))
    : [{ op, path, value }];
