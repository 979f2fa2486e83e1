import { badValue } from '../../base/input/bad-value.ts';

/** A location as a URL template names it. */
interface Linked {
  readonly path: string;
  readonly line: number;
  readonly commit: string;
}

const filledIn = (template: string, { path, line, commit }: Linked): string =>
  template.replaceAll(/\{(path|line|commit)\}/g, (_, name) => {
    if (name === 'path') return path.split('/').map(encodeURIComponent).join('/');
    return name === 'line' ? String(line) : encodeURIComponent(commit);
  });

/** The address of a location, which is on the host of the template whatever the location is called. */
export const linkOf = (template: string | null, location: Linked): string | null =>
  template === null ? null : filledIn(template, location);

/** Throws 400 unless the template results in the address of a page. The host must be complete, so that no path can change it. */
export function refuseUnsafeTemplate(template: string): void {
  const hasHost = /^https?:\/\/[^/?#{}\\@\s]+\/[^\s\p{Cc}]*$/u.test(template);
  if (!hasHost || !URL.canParse(filledIn(template, { path: 'a', line: 1, commit: 'b' })))
    throw badValue('urlTemplate', `must be a URL that starts with https:// or http:// and a host; got ${template}`);
}
