import { type Choice, type ChoiceEntry, toggled } from './fields.ts';
import { FlagField } from './flag-field.tsx';
import * as fieldStyles from './field.module.css';

interface GroupedChoicesFieldProps {
  readonly entry: ChoiceEntry;
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
}

/** Choices under the headings of their groups, which choose the whole group. */
export const GroupedChoicesField = ({ entry: { label, hint, choices }, chosen, change }: GroupedChoicesFieldProps) => (
  <fieldset class={fieldStyles.many}>
    <legend>{label}</legend>
    {hint && <small>{hint}</small>}
    {[...Map.groupBy(choices, ({ group = '' }) => group)].map(([title, own]) => (
      <ChoiceGroup key={title} {...{ title, chosen, change }} choices={own} />
    ))}
  </fieldset>
);

interface ChoiceGroupProps extends Pick<GroupedChoicesFieldProps, 'chosen' | 'change'> {
  readonly title: string;
  readonly choices: readonly Choice[];
}

function ChoiceGroup({ title, choices, chosen, change }: ChoiceGroupProps) {
  const values = choices.map(({ value }) => value);
  const others = chosen.filter((value) => !values.includes(value));
  const areAll = values.every((value) => chosen.includes(value));
  return (
    <fieldset class={fieldStyles.group}>
      <legend>
        <FlagField entry={{ label: title }} isOn={areAll} change={() => change(areAll ? others : [...others, ...values])} />
      </legend>
      {choices.map(({ value, title: name, about }) => (
        <FlagField
          key={value}
          entry={{ label: name, ...(about !== undefined && { hint: about }) }}
          isOn={chosen.includes(value)}
          change={() => change(toggled(chosen, value))}
        />
      ))}
    </fieldset>
  );
}
