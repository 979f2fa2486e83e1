import {
  type AreaEntry,
  type Choice,
  type ChoiceEntry,
  choiceOf,
  type Entry,
  type EntryFieldProps,
  hintOf,
  linesOf,
  toggled,
} from './fields.ts';
import { FlagField } from './flag-field.tsx';
import { Labelled } from './labelled.tsx';
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
      return (
        <ChoicesField
          {...{ change, isFirst }}
          entry={{ ...entry, choices: entry.choices.map(choiceOf) }}
          chosen={value as readonly string[]}
        />
      );
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
  readonly entry: Omit<AreaEntry, 'kind'>;
  readonly value: string;
  readonly change?: (value: string) => void;
  /** Receives the text on blur, so that an empty line does not vanish while the user is typing. */
  readonly leave?: (value: string) => void;
  readonly refused?: string | null;
  readonly rows?: number;
  readonly className?: string;
}

const areaRows = 4;

/** A text of several lines. */
export const AreaField = ({ entry, value, change, leave, refused, rows = areaRows, className }: AreaFieldProps) => (
  <Labelled {...entry} refused={refused}>
    {(attributes) => (
      <textarea
        {...attributes}
        class={className}
        rows={rows}
        value={value}
        spellcheck={false}
        onInput={(event) => change?.(event.currentTarget.value)}
        onChange={(event) => leave?.(event.currentTarget.value)}
      />
    )}
  </Labelled>
);

interface ChoicesFieldProps {
  readonly entry: Omit<ChoiceEntry, 'choices'> & { readonly choices: readonly Choice[] };
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
      <Flags choices={entry.choices} {...{ chosen, change, isFirst }} />
    </fieldset>
  );
}

/** A check box for each choice. */
const Flags = ({
  choices,
  chosen,
  change,
  isFirst = false,
}: Omit<ChoicesFieldProps, 'entry'> & Pick<ChoicesFieldProps['entry'], 'choices'>) => (
  <>
    {choices.map(({ value, title, about }, index) => (
      <FlagField
        key={value}
        entry={{ label: title, ...(about !== undefined && { hint: about }) }}
        isOn={chosen.includes(value)}
        isFirst={isFirst && index === 0}
        change={() => change(toggled(chosen, value))}
      />
    ))}
  </>
);

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

/** Choices under the headings of their groups, which choose the whole group. */
const GroupedChoicesField = ({ entry: { label, hint, choices }, chosen, change }: ChoicesFieldProps) => (
  <fieldset class={fieldStyles.many}>
    <legend>{label}</legend>
    {hint && <small>{hint}</small>}
    {[...Map.groupBy(choices, ({ group = '' }) => group)].map(([title, own]) => (
      <ChoiceGroup key={title} {...{ title, chosen, change }} choices={own} />
    ))}
  </fieldset>
);

interface ChoiceGroupProps extends Pick<ChoicesFieldProps, 'chosen' | 'change'> {
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
      <Flags {...{ choices, chosen, change }} />
    </fieldset>
  );
}
