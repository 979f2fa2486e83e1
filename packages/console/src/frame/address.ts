/** The section of the console that an address belongs to, and its project, if any. */
export interface Address {
  readonly project: string | null;
  readonly section: string;
}

/** The part of a page folder that is needed to parse addresses. */
interface AddressedFolder {
  readonly section?: { readonly id: string };
  readonly pages: readonly { readonly paths: readonly string[] }[];
}

/** Parses an address. Paths of a project that have no section belong to its features. */
export function readAddress(folders: readonly AddressedFolder[], path: string): Address {
  const [first = '', second, third] = path.split('/').filter(Boolean);
  if (first !== 'projects') return { project: null, section: sectionNamed(folders, first) ?? 'start' };
  if (second === undefined) return { project: null, section: 'projects' };
  return { project: decodeURIComponent(second), section: sectionNamed(folders, third) ?? 'features' };
}

/** The section with this id, or with a page at this path segment: `archive` belongs to health. */
const sectionNamed = (folders: readonly AddressedFolder[], segment = ''): string | undefined =>
  folders.find(({ section, pages }) => section?.id === segment || pages.some(({ paths }) => paths.some((path) => isNamed(path, segment))))
    ?.section?.id;

const isNamed = (path: string, segment: string): boolean => path === `/projects/:project/${segment}`;

/** The address of a section, within a project if there is one. */
export function hrefOf(project: string | null, section: string): string {
  if (section === 'start') return '/';
  if (section === 'projects' || project === null) return `/${section}`;
  return section === 'features' ? projectHref(project) : `${projectHref(project)}/${section}`;
}

export const projectHref = (project: string): string => `/projects/${encodeURIComponent(project)}`;
export const changeRequestHref = (project: string, id: number): string => `${projectHref(project)}/change-requests/${id}`;
/** The page of a feature, with an environment if given. */
export const featureHref = (project: string, feature: string, environment?: string): string =>
  `${projectHref(project)}/features/${encodeURIComponent(feature)}${environment === undefined ? '' : `?in=${encodeURIComponent(environment)}`}`;

export const applicationHref = (application: string): string => `/applications/${encodeURIComponent(application)}`;

/** The page of a segment, within the current project, if any. */
export const segmentHref = (project: string | null, id: number | 'new'): string => `${hrefOf(project, 'segments')}/${id}`;

/** The page of a release template, within the current project, if any. */
export const templateHref = (project: string | null, id: string): string =>
  `${hrefOf(project, 'release-templates')}/${encodeURIComponent(id)}`;

/** An address with some parameters changed. */
export const hrefWith = (path: string, query: Readonly<Record<string, string>>, changes: Readonly<Record<string, string>>): string =>
  `${path}?${String(new URLSearchParams({ ...query, ...changes }))}`;
