import { useId } from 'preact/hooks';
import { type AreaEntry, type ChoiceEntry, type Entry, type EntryFieldProps, hintOf, linesOf, toggled, type Choice } from './fields.ts';
import { FlagField } from './flag-field.tsx';
import { maxOptions, Picker } from './picker.tsx';
import { SelectField } from './select-field.tsx';
import { TextEntryField } from './text-form.tsx';
import { Chip } from './values-field.tsx';
import * as fieldStyles from './field.module.css';
import * as valuesFieldStyles from './values-field.module.css';

/** The field of an entry, by its kind. */
export function EntryField({ entry, value, change, refused, isFirst }: EntryFieldProps<Entry>) {
  switch (entry.kind) {
    case 'flag':
      return <FlagField {...{ entry, change }} isOn={value === true} />;
    case 'choices':
      return <ChoicesField {...{ entry, change, isFirst }} chosen={value as readonly string[]} />;
    case 'choice':
      return <SelectField label={entry.label} value={String(value)} choices={entry.choices} change={change} {...hintOf(entry)} />;
    case 'lines':
      return <AreaField {...{ entry, refused }} value={(value as readonly string[]).join('\n')} leave={(text) => change(linesOf(text))} />;
    case 'area':
      return <AreaField {...{ entry, refused, change }} value={String(value)} />;
    default:
      return <TextEntryField {...{ entry, value, change, refused, isFirst }} />;
  }
}

interface AreaFieldProps {
  readonly entry: AreaEntry;
  readonly value: string;
  readonly change?: (value: string) => void;
  /** Receives the text on blur, so that an empty line does not vanish while the user is typing. */
  readonly leave?: (value: string) => void;
  readonly refused?: string | null;
}

const areaRows = 4;

/** A text of several lines. */
export function AreaField({ entry, value, change, leave, refused = null }: AreaFieldProps) {
  const id = useId();
  const note = refused ?? entry.hint;
  return (
    <div class={fieldStyles.entry}>
      <label htmlFor={id}>{entry.label}</label>
      <textarea
        id={id}
        rows={areaRows}
        value={value}
        spellcheck={false}
        aria-invalid={refused !== null}
        aria-describedby={note ? `${id}-note` : undefined}
        onInput={(event) => change?.(event.currentTarget.value)}
        onChange={(event) => leave?.(event.currentTarget.value)}
      />
      {note && (
        <small id={`${id}-note`} class={refused ? fieldStyles.refused : ''}>
          {note}
        </small>
      )}
    </div>
  );
}

interface ChoicesFieldProps {
  readonly entry: ChoiceEntry;
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
  readonly isFirst?: boolean;
}

function ChoicesField({ entry, chosen, change, isFirst = false }: ChoicesFieldProps) {
  if (entry.choices.some(({ group }) => group !== undefined)) return <GroupedChoicesField {...{ entry, chosen, change }} />;
  if (entry.choices.length > maxOptions) return <ManyChoicesField {...{ entry, chosen, change }} />;
  return (
    <fieldset class={fieldStyles.choices}>
      <legend>{entry.label}</legend>
      {entry.hint && <small>{entry.hint}</small>}
      {entry.choices.map(({ value, title, about }, index) => (
        <FlagField
          key={value}
          entry={{ label: title, ...(about !== undefined && { hint: about }) }}
          isOn={chosen.includes(value)}
          isFirst={isFirst && index === 0}
          change={() => change(toggled(chosen, value))}
        />
      ))}
    </fieldset>
  );
}

/** The chosen values as chips, and a field that finds further ones. */
function ManyChoicesField({ entry: { label, hint, choices }, chosen, change }: ChoicesFieldProps) {
  const left = choices.filter(({ value }) => !chosen.includes(value));
  return (
    <fieldset class={fieldStyles.many}>
      <legend>{label}</legend>
      {hint && <small>{hint}</small>}
      <div class={valuesFieldStyles.chosen}>
        {choices
          .filter(({ value }) => chosen.includes(value))
          .map(({ value, title }) => (
            <Chip key={value} value={title} remove={() => change(toggled(chosen, value))} />
          ))}
      </div>
      <Picker label={label} value="" choices={left} placeholder="Type to find and add" change={(value) => change([...chosen, value])} />
    </fieldset>
  );
}

interface GroupedChoicesFieldProps {
  readonly entry: ChoiceEntry;
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
}

/** Choices under the headings of their groups, which choose the whole group. */
const GroupedChoicesField = ({ entry: { label, hint, choices }, chosen, change }: GroupedChoicesFieldProps) => (
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
