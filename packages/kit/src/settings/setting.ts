/** One setting as data: how it is read, what it defaults to, what it is for. The value itself is the key that it is read by. */
export interface Setting<T> {
  readonly name: string;
  readonly about: string;
  readonly default: string;
  /** Its value is never shown. */
  readonly secret: boolean;
  /** Throws with what is wrong, without naming the setting. */
  readonly parse: (text: string) => T;
}

/** Declares a setting: its name in the environment, its default, how it is read, what it is for, whether it is a secret. */
export const setting = <T>(name: string, fallback: string, reader: (text: string) => T, about: string, isSecret = false): Setting<T> => ({
  name,
  about,
  default: fallback,
  secret: isSecret,
  parse: reader,
});

/** How the texts of settings are read. Each throws with what is wrong, as the end of a sentence that begins with the name. */
export const parse = {
  text: (value: string): string => value,
  list: (value: string): string[] =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  integer: (minimum: number, maximum: number) => (value: string) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < minimum || number > maximum) throw new Error(`must be an integer from ${minimum} to ${maximum}`);
    return number;
  },
  oneOf:
    <const T extends string>(...values: T[]) =>
    (value: string) => {
      if (!values.includes(value as T)) throw new Error(`must be one of ${values.join(', ')}`);
      return value as T;
    },
  url:
    (...schemes: string[]) =>
    (value: string) => {
      if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol))
        throw new Error(`must be a URL that starts with ${schemes.join(' or ')}`);
      return value;
    },
  yesOrNo: (value: string): boolean => parse.oneOf('true', 'false')(value) === 'true',
  /** Null for a setting that is empty. */
  optional:
    <T>(reader: (value: string) => T) =>
    (value: string) =>
      value === '' ? null : reader(value),
};
