type Value = string | number | boolean;

/**
 * The path of an operation with its parameters and its query. Throws `RangeError` for a parameter that leads to another path: clients of
 * HTTP turn `/features/..` into the address of the project.
 */
export function requestPath(
  template: string,
  path: Readonly<Record<string, string | number>>,
  query: Readonly<Record<string, Value | readonly Value[] | undefined>>,
): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value = []] of Object.entries(query)) for (const each of [value].flat()) search.append(name, String(each));
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}

function segmentOf(name: string): string {
  if (/^\.{0,2}$/.test(name)) throw new RangeError(`${JSON.stringify(name)} is not a name.`);
  return encodeURIComponent(name);
}
