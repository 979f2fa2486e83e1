import { type LinkedQuestion, writeQuestion } from '../base/question.ts';

/** What an address is about: the chapter of the console, and the project it stands in, if any. */
export interface Address {
  readonly project: string | null;
  readonly chapter: Chapter;
}

/** In the order in which a project's are listed. */
export const chapters = [
  'start',
  'projects',
  'features',
  'change-requests',
  'segments',
  'personas',
  'playground',
  'health',
  'promote',
  'audit',
  'connect',
  'settings',
  'profile',
] as const;
export type Chapter = (typeof chapters)[number];

/** Reads an address. What stands under a project without a chapter of its own is about its features. */
export function readAddress(path: string): Address {
  const [first = '', second, third] = path.split('/').filter(Boolean);
  if (first !== 'projects') return { project: null, chapter: chapterNamed(first) ?? 'start' };
  if (second === undefined) return { project: null, chapter: 'projects' };
  return { project: decodeURIComponent(second), chapter: chapterNamed(third) ?? chaptersOfPages[third ?? ''] ?? 'features' };
}

/** Pages that stand beside the first of their chapter. */
const chaptersOfPages: Readonly<Record<string, Chapter>> = { archive: 'health', transfer: 'promote' };

const chapterNamed = (name: string | undefined): Chapter | undefined => chapters.find((chapter) => chapter === name);

/** The address of a chapter, within a project where it has one. */
export function hrefOf(project: string | null, chapter: Chapter): string {
  if (chapter === 'start') return '/';
  if (chapter === 'projects' || project === null) return `/${chapter}`;
  return chapter === 'features' ? projectHref(project) : `${projectHref(project)}/${chapter}`;
}

export const projectHref = (project: string): string => `/projects/${encodeURIComponent(project)}`;
export const changeRequestHref = (project: string, id: number): string => `${projectHref(project)}/change-requests/${id}`;
export const featureHref = (project: string, feature: string): string => `${projectHref(project)}/features/${encodeURIComponent(feature)}`;

/** The page of a segment: within the project that one comes from, if any. */
export const segmentHref = (project: string | null, id: number | 'new'): string => `${hrefOf(project, 'segments')}/${id}`;

/** The address of why a feature is on or off, with what is asked where that is known. */
export const whyHref = (project: string, feature: string, question?: LinkedQuestion): string =>
  `${featureHref(project, feature)}/why${question ? `#${writeQuestion(question)}` : ''}`;
