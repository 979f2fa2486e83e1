/** What a form is filled in with, by name. */
export type Values = Readonly<Record<string, string | boolean | readonly string[]>>;

interface Labelled {
  readonly label: string;
  readonly hint?: string;
}

/** One text. */
export interface TextEntry extends Labelled {
  readonly kind: 'text' | 'secret' | 'email' | 'date' | 'moment' | 'number' | 'area';
  readonly autocomplete?: string;
  readonly isRequired?: boolean;
}

/** Texts of which each stands on a line of its own. */
export interface LinesEntry extends Labelled {
  readonly kind: 'lines';
}

export interface Choice {
  readonly value: string;
  readonly title: string;
  readonly about?: string;
}

/** One of a few values, or any number of them. */
export interface ChoiceEntry extends Labelled {
  readonly kind: 'choice' | 'choices';
  readonly choices: readonly Choice[];
}

/** Yes or no. */
export interface FlagEntry extends Labelled {
  readonly kind: 'flag';
}

export type Entry = TextEntry | LinesEntry | ChoiceEntry | FlagEntry;

/** How each value is asked for, in the order in which it is. */
export type EntriesOf<V extends Values> = Readonly<Partial<Record<keyof V, Entry>>>;

/** What stands on the lines of a text, without blanks around it. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The values with this one in or out. */
export const toggled = (values: readonly string[], value: string): readonly string[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
