import { Type, type Static } from 'typebox';
import { DateTime, nullable } from './shapes.ts';

/** Status of a relay or of an Unleash Edge, at the time of its last report. */
export const ConnectedRelay = Type.Object({
  /** New after each start. */
  id: Type.String(),
  appName: Type.String(),
  version: Type.String(),
  region: nullable(Type.String()),
  /** Id of the relay that is its upstream; null if this server is. */
  via: nullable(Type.String()),
  started: DateTime,
  reportedAt: DateTime,
  /** Open streams of its own clients. */
  streams: Type.Integer(),
  /** Requests since its previous report. */
  requests: Type.Integer(),
  /** Difference between the revision of its features and that of its upstream; null if it reports none. */
  revisionsBehind: nullable(Type.Integer()),
});
export type ConnectedRelay = Static<typeof ConnectedRelay>;

/** Relays of one report, sent between the processes of delivery. */
export interface RelaysReported {
  readonly relays: readonly ConnectedRelay[];
}

/** The relays that have reported to this process, as a slot of it. */
export const connectedRelays = { make: (): { list: () => readonly ConnectedRelay[] } => ({ list: () => [] }) };
