import type { ReadContext } from '@signalbox/kit';
import type { StoredRelease } from './current-releases.ts';
import type { Document } from './document.schema.ts';

/** An object of the instance as a document, and its properties that documents do not contain. */
export interface CurrentObject {
  readonly document: Document;
  /** The set that the object belongs to. */
  readonly managedBy: string | null;
  /** Of a segment. */
  readonly id?: number;
  /** Of a release template or a persona. */
  readonly objectId?: string;
  /** Of a feature. */
  readonly isArchived?: boolean;
  /** The settings of a feature by environment. */
  readonly settings?: ReadonlyMap<string, StoredSettings>;
  /** Of a strategy definition that documents cannot contain. */
  readonly isBuiltIn?: boolean;
}

/** The parts of settings that documents contain without their ids. */
export interface StoredSettings {
  /** In the order of the document. */
  readonly strategies: readonly StoredStrategy[];
  readonly releasePlan: StoredRelease['releasePlan'];
  readonly safeguards: StoredRelease['safeguards'];
}

export interface StoredStrategy {
  readonly id: string;
  readonly sortOrder: number;
}

/** The project whose environments count, and the environments in which settings of features count. */
export interface CurrentScope {
  readonly project: string;
  readonly environments: readonly string[];
}

/** The context of readers. */
export type ReadingDocuments = Pick<ReadContext, 'em' | 'access'>;

export type Reader = (context: ReadingDocuments, names: readonly string[], scope: CurrentScope) => Promise<CurrentObject[]>;
