import { createContext, type ComponentType } from 'preact';
import { useLocation } from 'preact-iso';
import { useContext } from 'preact/hooks';
import type { ShortcutName } from '../base/keys.ts';
import type { IconName } from '../parts/icon.tsx';
import { type Address, readAddress } from './address.ts';

/** The parameters that the patterns of addresses have. The router passes those of a page to its component. */
interface PathParameters {
  readonly project: string;
  readonly feature: string;
  readonly id: string;
  readonly tab: string;
  readonly token: string;
  readonly chapter: string;
}

/** One page: its addresses, as patterns of the router, and its component. */
export interface Page {
  readonly paths: readonly string[];
  readonly load: () => Promise<ComponentType<PathParameters>>;
  /** Shown without navigation, to visitors who are not logged in. */
  readonly isAlone?: true;
}

/** An entry of the navigation. The palette lists it too. */
export interface Chapter {
  /** The segment of its address that names it. */
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** Whether it has a page of the instance, of each project, or both. */
  readonly of: 'instance' | 'project' | 'both';
  readonly shortcut?: ShortcutName;
  /** The navigation has another place for its page of the instance. */
  readonly isApart?: true;
  /** Shown at the foot of a phone; the others are behind "More". */
  readonly isAtFoot?: true;
  /** In a project, the palette lists an action in its place. */
  readonly hasAction?: true;
}

/** What the folder of a page declares in its `page.ts`. */
export interface PageFolder {
  readonly chapter?: Chapter;
  readonly pages: readonly Page[];
}

/** All folders, in the order of the navigation. The router takes the first page that matches. */
export const PageFolders = createContext<readonly PageFolder[]>([]);

/** The current address. */
export const useAddress = (): Address => readAddress(useContext(PageFolders), useLocation().path);

/** All chapters, in the order of the navigation. */
export const useChapters = (): readonly Chapter[] => useContext(PageFolders).flatMap(({ chapter }) => chapter ?? []);
