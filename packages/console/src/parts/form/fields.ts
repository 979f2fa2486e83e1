/** Form values by name. */
export type Values = Readonly<Record<string, string | boolean | readonly string[]>>;

interface Labelled {
  readonly label: string;
  readonly hint?: string;
}

/** A single-line text. */
export interface TextEntry extends Labelled {
  readonly kind: 'text' | 'secret' | 'email' | 'date' | 'moment' | 'number';
  readonly autocomplete?: string;
  readonly isRequired?: boolean;
}

/** A multi-line text, or a list of texts, one per line. */
export interface AreaEntry extends Labelled {
  readonly kind: 'area' | 'lines';
}

export interface Choice {
  readonly value: string;
  readonly title: string;
  readonly about?: string;
  /** Heading of the choices that belong together. */
  readonly group?: string;
}

/** The value and the title of a choice, which a text alone is too. */
export const choiceOf = (choice: Choice | string): Choice => (typeof choice === 'string' ? { value: choice, title: choice } : choice);

/** One of several values, or any number of them. */
export interface ChoiceEntry extends Labelled {
  readonly kind: 'choice' | 'choices';
  readonly choices: readonly (Choice | string)[];
}

/** A checkbox. */
export interface FlagEntry extends Labelled {
  readonly kind: 'flag';
}

export type Entry = TextEntry | AreaEntry | ChoiceEntry | FlagEntry;

/** The form fields by value name, in display order. */
export type EntriesOf<V extends Values, E = Entry> = Readonly<Partial<Record<keyof V, E>>>;

/** The properties of the field of an entry. */
export interface EntryFieldProps<E> {
  readonly entry: E;
  readonly value: string | boolean | readonly string[];
  readonly change: (value: string | boolean | readonly string[]) => void;
  readonly refused: string | null;
  readonly isFirst: boolean;
}

/** The hint as a property of a component, if there is one. */
export const hintOf = ({ hint }: Labelled) => (hint === undefined ? {} : { hint });

/** Trimmed, non-empty lines of a text. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Adds or removes a value. */
export const toggled = (values: readonly string[], value: string): readonly string[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
