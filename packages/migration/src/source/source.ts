import type { Snapshot } from './snapshot.ts';

/** A system to migrate from. All calls only read. */
export interface Source {
  /** Reads everything except events and usage. */
  read(): Promise<Snapshot>;
  /** The id of the newest event of a change, or 0. Null if the source has no events, such as a file. */
  latestChange(): Promise<number | null>;
  /** Events with an id above `after`, in ascending order. Null if the source cannot return them in order. */
  events(after: number): AsyncIterable<readonly SourceEvent[]> | null;
  /** Usage per hour. Null if the source does not return it. */
  usage(): AsyncIterable<Usage> | null;
  close(): Promise<void>;
}

/** An event of the source. */
export interface SourceEvent {
  readonly id: number;
  readonly type: string;
  readonly createdAt: string;
  readonly createdBy: string;
  /** The id in the source. */
  readonly createdByUserId: number | null;
  readonly project: string | null;
  readonly environment: string | null;
  readonly featureName: string | null;
  readonly data: unknown;
  readonly preData: unknown;
}

/** One page of usage. */
export interface Usage {
  readonly hours: readonly {
    readonly featureName: string;
    readonly appName: string;
    readonly environment: string;
    readonly timestamp: string;
    readonly yes: number;
    readonly no: number;
    readonly variants?: Readonly<Record<string, number>>;
  }[];
  readonly lastSeen: readonly { readonly featureName: string; readonly environment: string; readonly at: string }[];
}

/** Type of the event that reading features from a URL causes. It is not a change. */
export const exportEvent = 'features-exported';
