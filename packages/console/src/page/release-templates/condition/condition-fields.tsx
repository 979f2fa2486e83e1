import { ownTimeZone } from '../../../base/format.ts';
import * as constraintFieldsStyles from '../../../parts/strategy/constraint-fields.module.css';
import { useSignal } from '@preact/signals';
import { toggled } from '../../../parts/form/fields.ts';
import { Select } from '../../../parts/form/select.tsx';
import type { Gate } from '../../../server/ask.ts';
import { splitDuration, type Unit, unitMinutes, weekDays, dayNames } from './gate.ts';
import { useGroups } from './use-group-names.ts';
import { Button } from '../../../parts/mark/button.tsx';
import * as fieldStyles from '../../../parts/form/field.module.css';
import * as styles from './condition.module.css';
import * as valuesFieldStyles from '../../../parts/form/values-field.module.css';

interface ConditionFieldsProps {
  /** The name of the milestone, for the name of the field. */
  readonly milestone: string;
  readonly gates: readonly Gate[];
  readonly change: (gates: readonly Gate[]) => void;
}

/** The conditions on which a release advances to the next milestone, all of which must hold. */
export function ConditionFields({ milestone, gates, change }: ConditionFieldsProps) {
  const left = kinds.filter((kind) => !gates.some(({ type }) => type === kind));
  return (
    <fieldset>
      <legend>
        The next milestone starts{' '}
        {gates.length === 0 ? 'by hand. Add a condition to let the release advance automatically.' : 'once all of these hold:'}
      </legend>
      {gates.map((gate, index) => (
        <GateFields
          key={index}
          gate={gate}
          change={(next) => change(gates.with(index, next))}
          remove={() => change(gates.toSpliced(index, 1))}
        />
      ))}
      {left.length > 0 && (
        <span class={constraintFieldsStyles.line}>
          <select
            aria-label={`Add a condition to ${milestone}`}
            value=""
            onChange={({ currentTarget: { value } }) => value !== '' && change([...gates, freshGate(value as Gate['type'])])}
          >
            <option value="">Add a condition</option>
            {left.map((kind) => (
              <option key={kind} value={kind}>
                {gateKinds[kind]}
              </option>
            ))}
          </select>
        </span>
      )}
    </fieldset>
  );
}

/** A gate with ordinary values; times are in the time zone of the browser. */
function freshGate(type: Gate['type']): Gate {
  const fresh: Readonly<Record<Gate['type'], Omit<Gate, 'type'>>> = {
    time: { minutes: 1440 },
    exposure: { minimum: 1000 },
    approval: { approvals: 1 },
    window: {
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      from: '09:00',
      to: '16:00',
      timeZone: ownTimeZone(),
    },
    quiet: { minutes: 60 },
  };
  return { type, ...fresh[type] };
}

/** Each kind of gate in words, in the order of the choices. */
const gateKinds = {
  time: 'A time in the milestone',
  exposure: 'Evaluations as enabled',
  approval: 'Approvals',
  window: 'Days and times',
  quiet: 'A time without changes',
};
const kinds = Object.keys(gateKinds) as readonly Gate['type'][];

/** The fields of one gate, by its type. */
function GateFields({ gate, change, remove }: { readonly gate: Gate; readonly change: (gate: Gate) => void; readonly remove: () => void }) {
  const kind = gateKinds[gate.type];
  const Fields = fieldsOf[gate.type];
  return (
    <div class={constraintFieldsStyles.constraint} role="group" aria-label={kind}>
      <div class={constraintFieldsStyles.line}>
        <b>{kind}</b>
        <Fields gate={gate} change={(part) => change({ ...gate, ...part })} />
        <Button look="quiet" size="small" className="end" aria-label={`Remove the condition “${kind}”`} press={remove} icon="close" />
      </div>
    </div>
  );
}

interface FieldsProps {
  readonly gate: Gate;
  readonly change: (part: Partial<Gate>) => void;
}

const fieldsOf: Readonly<Record<Gate['type'], (props: FieldsProps) => ReturnType<typeof Duration>>> = {
  time: Duration,
  exposure: ({ gate: { minimum = 1 }, change }) => (
    <NumberField label="Evaluations" value={minimum} change={(next) => change({ minimum: next })} />
  ),
  approval: Approval,
  window: Window,
  quiet: Duration,
};

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly change: (value: number) => void;
}

const NumberField = ({ label, value, change }: NumberFieldProps) => (
  <input
    type="number"
    class={styles.number}
    min="1"
    required
    aria-label={label}
    value={value || ''}
    onInput={(event) => change(Math.round(Number(event.currentTarget.value)) || 0)}
  />
);

function Duration({ gate: { minutes = 0 }, change }: FieldsProps) {
  // The unit stays while the amount is typed: 24 hours must not become 1 day before the next digit.
  const unit = useSignal(splitDuration(minutes).unit);
  const amount = Math.round(minutes / unitMinutes[unit.value]);
  return (
    <>
      <NumberField label="Amount" value={amount} change={(next) => change({ minutes: next * unitMinutes[unit.value] })} />
      <select
        aria-label="Unit"
        value={unit.value}
        onChange={(event) => {
          unit.value = event.currentTarget.value as Unit;
          change({ minutes: amount * unitMinutes[unit.value] });
        }}
      >
        {(['minutes', 'hours', 'days'] satisfies Unit[]).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}

function Approval({ gate: { approvals = 1, groups = [] }, change }: FieldsProps) {
  const known = useGroups();
  const nameOf = (id: number) => known.find((group) => group.id === id)?.name ?? `group ${id}`;
  const left = known.filter(({ id }) => !groups.includes(id));
  /** Without groups, the property is absent: an empty list would let no one approve. */
  const choose = (next: readonly number[]) => change({ groups: next.length > 0 ? next : undefined } as Partial<Gate>);
  return (
    <>
      <NumberField label="Approvals" value={approvals} change={(next) => change({ approvals: next })} />
      <span class={valuesFieldStyles.chosen} role="group" aria-label="Groups that can approve">
        {groups.map((id) => (
          <span key={id} class={valuesFieldStyles.chip}>
            {nameOf(id)}
            <Button
              look="quiet"
              aria-label={`Remove group ${nameOf(id)}`}
              press={() => choose(groups.filter((one) => one !== id))}
              icon="close"
            />
          </span>
        ))}
        {groups.length === 0 && <small>Anyone who can approve or edit</small>}
        {left.length > 0 && (
          <Select
            label="Add a group"
            placeholder="Add a group"
            value=""
            choices={left.map(({ id, name }) => ({ value: String(id), title: name }))}
            change={(id) => id !== '' && choose([...groups, Number(id)])}
          />
        )}
      </span>
    </>
  );
}

type WeekDays = NonNullable<Gate['days']>;

function Window({ gate: { days = [], from = '', to = '', timeZone = '' }, change }: FieldsProps) {
  return (
    <>
      <span class={styles.days}>
        {weekDays.map((day) => (
          <label key={day} class={fieldStyles.check}>
            <input type="checkbox" checked={days.includes(day)} onChange={() => change({ days: toggled(days, day) as WeekDays })} />
            {dayNames[day]}
          </label>
        ))}
      </span>
      <input type="time" required aria-label="From" value={from} onInput={(event) => change({ from: event.currentTarget.value })} />
      –
      <input type="time" required aria-label="To" value={to} onInput={(event) => change({ to: event.currentTarget.value })} />
      <Select
        label="Time zone"
        value={timeZone}
        choices={[...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
        change={(zone) => change({ timeZone: zone })}
      />
    </>
  );
}
