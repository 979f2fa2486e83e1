import { type LinkedQuestion, writeQuestion } from '../base/question.ts';

/** What an address is about: the chapter of the console, and the project it stands in, if any. */
export interface Address {
  readonly project: string | null;
  /** The id of a chapter. */
  readonly chapter: string;
}

/** The part of a page folder that addresses are read by. */
interface AddressedFolder {
  readonly chapter?: { readonly id: string };
  readonly pages: readonly { readonly paths: readonly string[] }[];
}

/** Reads an address. What stands under a project without a chapter of its own is about its features. */
export function readAddress(folders: readonly AddressedFolder[], path: string): Address {
  const [first = '', second, third] = path.split('/').filter(Boolean);
  if (first !== 'projects') return { project: null, chapter: chapterNamed(folders, first) ?? 'start' };
  if (second === undefined) return { project: null, chapter: 'projects' };
  return { project: decodeURIComponent(second), chapter: chapterNamed(folders, third) ?? 'features' };
}

/** The chapter whose id, or a page of whose folder, has this segment: `archive` belongs to health. */
const chapterNamed = (folders: readonly AddressedFolder[], segment = ''): string | undefined =>
  folders.find(({ chapter, pages }) => chapter?.id === segment || pages.some(({ paths }) => paths.some((path) => isNamed(path, segment))))
    ?.chapter?.id;

const isNamed = (path: string, segment: string): boolean => path === `/projects/:project/${segment}`;

/** The address of a chapter, within a project where it has one. */
export function hrefOf(project: string | null, chapter: string): string {
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
