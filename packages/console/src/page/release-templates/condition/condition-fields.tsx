import { ownTimeZone } from '../../../base/time.ts';
import type { Gate } from '../../../server/operations.ts';
import { GateFields, gateKinds } from './gate-fields.tsx';
import * as constraintFieldsStyles from '../../../parts/strategy/constraint-fields.module.css';

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

const kinds = Object.keys(gateKinds) as readonly Gate['type'][];

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
