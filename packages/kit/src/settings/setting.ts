/** A setting as data: how it is parsed, its default, its purpose. Its value is read by this object. */
export interface Setting<T> {
  readonly name: string;
  readonly about: string;
  readonly default: string;
  /** Its value is never shown. */
  readonly secret: boolean;
  /** Throws the reason, without the setting's name. */
  readonly parse: (text: string) => T;
}

/** Declares a setting: name in the environment, default, parser, purpose, and whether it is a secret. */
export const setting = <T>(name: string, fallback: string, reader: (text: string) => T, about: string, isSecret = false): Setting<T> => ({
  name,
  about,
  default: fallback,
  secret: isSecret,
  parse: reader,
});

/** Scheme and credentials; hosts; path and query. */
const hostsInUrl = /^([\w+.-]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/** Parsers of settings. Each throws its reason as the end of a sentence that begins with the name. */
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
  /** Parses a URL with one or several hosts, `amqp://user:password@host:port,host:port/path`, into one URL for each host. */
  urls:
    (...schemes: string[]) =>
    (value: string): readonly string[] => {
      const [, before = '', hosts = '', after = ''] = hostsInUrl.exec(value) ?? [];
      const urls = hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host.trim()}${after}`) : [value];
      return urls.map(parse.url(...schemes));
    },
  yesOrNo: (value: string): boolean => parse.oneOf('true', 'false')(value) === 'true',
  /** Returns null for an empty setting. */
  optional:
    <T>(reader: (value: string) => T) =>
    (value: string) =>
      value === '' ? null : reader(value),
};
