import { createContext, type ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useContext } from 'preact/hooks';
import type { ShortcutName } from '../base/keys.ts';
import type { IconName } from '../parts/mark/icon.tsx';
import { type Address, readAddress } from './address.ts';

/** Path parameters of address patterns. The router passes them to the page component. */
interface PathParameters {
  readonly project: string;
  readonly feature: string;
  readonly id: string;
  readonly tab: string;
  readonly token: string;
  readonly section: string;
  readonly application: string;
  readonly environment: string;
}

/** A page: its address patterns and its component. */
interface Page {
  readonly paths: readonly string[];
  readonly load: () => Promise<ComponentType<PathParameters>>;
  /** Shown without navigation, to visitors who are not logged in. */
  readonly isAlone?: true;
}

/** A section: an entry of the navigation and of the palette. */
export interface Section {
  /** The path segment that identifies it. */
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** Whether it has a page for the instance, for each project, or both. */
  readonly of: 'instance' | 'project' | 'both';
  readonly shortcut?: ShortcutName;
  /** Linked elsewhere, not in the main navigation. */
  readonly isApart?: true;
  /** Rarely needed: behind "More" in the navigation of a project. */
  readonly isRare?: true;
  /** Its word in the bottom bar on phones, which has room for a few sections. */
  readonly foot?: string;
  /** In a project, the palette lists an action instead. */
  readonly hasAction?: true;
}

/** Declaration of a page folder in its `page.ts`. */
export interface PageFolder {
  readonly section?: Section;
  readonly pages: readonly Page[];
}

/** All page folders in navigation order. The router uses the first page that matches. */
export const PageFolders = createContext<readonly PageFolder[]>([]);

export const useAddress = (): Address => readAddress(useContext(PageFolders), useLocation().path);

/** All sections in navigation order. */
export const useSections = (): readonly Section[] => useContext(PageFolders).flatMap(({ section }) => section ?? []);

/** The section of an address. The settings of a project and those of the instance have the same id. */
export const sectionAt = (sections: readonly Section[], { project, section: id }: Address): Section | undefined =>
  sections.find((section) => section.id === id && section.of !== (project === null ? 'project' : 'instance'));
