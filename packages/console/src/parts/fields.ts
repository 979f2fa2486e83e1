/** Form values by name. */
export type Values = Readonly<Record<string, string | boolean | readonly string[]>>;

interface Labelled {
  readonly label: string;
  readonly hint?: string;
}

/** A single-line text. */
export interface TextEntry extends Labelled {
  readonly kind: 'text' | 'secret' | 'email' | 'date' | 'moment' | 'number' | 'area';
  readonly autocomplete?: string;
  readonly isRequired?: boolean;
}

/** A list of texts, one per line. */
export interface LinesEntry extends Labelled {
  readonly kind: 'lines';
}

export interface Choice {
  readonly value: string;
  readonly title: string;
  readonly about?: string;
  /** Heading of the choices that belong together. */
  readonly group?: string;
}

/** One of several values, or any number of them. */
export interface ChoiceEntry extends Labelled {
  readonly kind: 'choice' | 'choices';
  readonly choices: readonly Choice[];
}

/** A checkbox. */
export interface FlagEntry extends Labelled {
  readonly kind: 'flag';
}

export type Entry = TextEntry | LinesEntry | ChoiceEntry | FlagEntry;

/** The form fields by value name, in display order. */
export type EntriesOf<V extends Values> = Readonly<Partial<Record<keyof V, Entry>>>;

/** Trimmed, non-empty lines of a text. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Adds or removes a value. */
export const toggled = (values: readonly string[], value: string): readonly string[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
