import { compareTexts } from '@signalbox/kit';

type Given<T> = { [Name in keyof T]?: NonNullable<T[Name]> };

/** The values that differ from their default. Missing ones and null have it. Defaults that are a list or a map are empty. */
export function without<T extends object>(defaults: { readonly [Name in keyof T]: unknown }, values: T): Given<T> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const expected = defaults[name as keyof T];
    const isDefault = typeof expected === 'object' && expected !== null ? Object.keys(value).length === 0 : value === expected;
    if (!isDefault) given[name] = value;
  }
  return given as Given<T>;
}

/** A map in the order of its names. */
export function sorted<In, Out>(values: Readonly<Record<string, In>>, convert: (value: In) => Out): Record<string, Out> {
  const names = Object.keys(values).sort(compareTexts);
  return Object.fromEntries(names.map((name) => [name, convert(values[name] as In)]));
}
