import type { ComponentChildren } from 'preact';
import { readsOneValue } from '@signalbox/contracts/operators';
import { describeOperator, mayIgnoreCase, operators } from './sentence.ts';
import { FlagField } from '../form/flag-field.tsx';
import { Select } from '../form/select.tsx';
import type { Constraint, Operator } from '../../server/ask.ts';
import { useContextFields } from './use-context-fields.ts';
import { ValuesField } from '../form/values-field.tsx';
import { Button } from '../mark/button.tsx';
import * as fieldStyles from '../form/field.module.css';
import * as styles from './constraint-fields.module.css';

interface ConstraintFieldsProps {
  /** Project whose fields are offered in addition to those of the instance; null for the instance only. */
  readonly project: string | null;
  readonly constraints: readonly Constraint[];
  readonly change: (constraints: readonly Constraint[]) => void;
  /** The fields of a list of ids. Absent where constraints cannot have one. */
  readonly listFields?: ListFields;
}

type ListFields = (constraint: Constraint, change: (constraint: Constraint) => void) => ComponentChildren;

/** The conditions, all of which must match. */
export function ConstraintFields({ project, constraints, change, listFields }: ConstraintFieldsProps) {
  const fields = useContextFields(project);
  const replace = (index: number, next: Constraint) => change(constraints.with(index, next));
  const fresh = (): Constraint => ({ contextName: fields[0]?.name ?? 'userId', operator: 'IN', values: [] });
  return (
    <fieldset>
      <legend>Conditions</legend>
      {constraints.map((constraint, index) => (
        <ConstraintRow
          key={index}
          constraint={constraint}
          fields={fields}
          listFields={listFields}
          change={(next) => replace(index, next)}
          remove={() => change(constraints.toSpliced(index, 1))}
        />
      ))}
      <Button press={() => change([...constraints, fresh()])} icon="plus" text="Add condition" />
    </fieldset>
  );
}

interface ConstraintRowProps {
  readonly constraint: Constraint;
  readonly fields: ReturnType<typeof useContextFields>;
  readonly listFields: ListFields | undefined;
  readonly change: (constraint: Constraint) => void;
  readonly remove: () => void;
}

function ConstraintRow({ constraint, fields, listFields, change, remove }: ConstraintRowProps) {
  const { contextName, operator, inverted = false, caseInsensitive = false } = constraint;
  const names = [...new Set([...fields.map(({ name }) => name), contextName])];
  const legal = fields.find(({ name }) => name === contextName)?.legalValues.map(({ value }) => value) ?? [];
  return (
    <div class={styles.constraint} role="group" aria-label={contextName}>
      <div class={styles.line}>
        <Select label="Field" value={contextName} choices={names} change={(name) => change({ ...constraint, contextName: name })} />
        <Select
          label="Operator"
          value={operator}
          choices={operators
            .filter((one) => one !== 'IN_LIST' || listFields)
            .map((one) => ({ value: one, title: describeOperator(one, inverted, 0) }))}
          change={(one) => change(withOperator(constraint, one as Operator))}
        />
        <FlagField entry={{ label: 'Negate' }} isOn={inverted} change={(isOn) => change({ ...constraint, inverted: isOn })} />
        {mayIgnoreCase(operator) && (
          <FlagField
            entry={{ label: 'Ignore case' }}
            isOn={caseInsensitive}
            change={(isOn) => change({ ...constraint, caseInsensitive: isOn })}
          />
        )}
        <Button
          look="quiet"
          size="small"
          className="end"
          aria-label={`Remove the condition on ${contextName}`}
          press={remove}
          icon="close"
        />
      </div>
      {operator === 'IN_LIST' ? (
        listFields?.(constraint, change)
      ) : readsOneValue(operator) ? (
        <OneValue constraint={constraint} legal={legal} change={change} />
      ) : (
        <ValuesField values={constraint.values ?? []} legal={legal} change={(values) => change({ ...constraint, values })} />
      )}
    </div>
  );
}

/** Changes the operator and keeps the values that it accepts. */
function withOperator({ contextName, operator: old, inverted = false, value, values = [] }: Constraint, operator: Operator): Constraint {
  const carried = { contextName, operator, inverted };
  // The hash of a list is no value, and no value is one.
  if (old === 'IN_LIST' || operator === 'IN_LIST') return { ...carried, value: '', values: [] };
  if (readsOneValue(operator)) return { ...carried, value: value ?? values[0] ?? '' };
  return { ...carried, values: values.length > 0 || !value ? values : [value] };
}

interface OneValueProps {
  readonly constraint: Constraint;
  readonly legal: readonly string[];
  readonly change: (constraint: Constraint) => void;
}

function OneValue({ constraint, legal, change }: OneValueProps) {
  const isUnknown = legal.length > 0 && !legal.includes(constraint.value ?? '');
  return (
    <div class={fieldStyles.entry}>
      <input
        class="mono"
        value={constraint.value ?? ''}
        aria-label="Value"
        onInput={(event) => change({ ...constraint, value: event.currentTarget.value })}
      />
      {constraint.operator.startsWith('DATE') && <small>Date and time, such as 2027-01-31T12:00:00Z.</small>}
      {isUnknown && <small>1 value is not allowed for this field.</small>}
    </div>
  );
}
