/** What an address is about: the chapter of the console, and the project it stands in, if any. */
export interface Address {
  readonly project: string | null;
  readonly chapter: Chapter;
}

export const chapters = ['start', 'projects', 'features', 'audit', 'settings', 'profile'] as const;
export type Chapter = (typeof chapters)[number];

/** Reads an address. What stands under a project without a chapter of its own is about its features. */
export function readAddress(path: string): Address {
  const [first = '', second, third] = path.split('/').filter(Boolean);
  if (first !== 'projects') return { project: null, chapter: chapterNamed(first) ?? 'start' };
  if (second === undefined) return { project: null, chapter: 'projects' };
  return { project: decodeURIComponent(second), chapter: chapterNamed(third) ?? 'features' };
}

const chapterNamed = (name: string | undefined): Chapter | undefined => chapters.find((chapter) => chapter === name);

/** The address of a chapter, within a project where it has one. */
export function hrefOf(project: string | null, chapter: Chapter): string {
  if (chapter === 'start') return '/';
  if (chapter === 'projects' || project === null) return `/${chapter}`;
  return chapter === 'features' ? projectHref(project) : `${projectHref(project)}/${chapter}`;
}

export const projectHref = (project: string): string => `/projects/${encodeURIComponent(project)}`;
export const featureHref = (project: string, feature: string): string => `${projectHref(project)}/features/${encodeURIComponent(feature)}`;
