import { metric, type OpenParts } from '@signalbox/kit';
import { ChangeStreams } from './change-streams.ts';

/** Polling interval, because commits of other processes send no signal here. Console users do not notice a tenth of a second. */
const readEveryMs = 100;
const rightsEveryMs = 1000;
const keepAliveMs = 15_000;

export const streamsMetric = metric({
  name: 'signalbox_audit_streams',
  help: 'Open change streams.',
  kind: 'gauge',
  labels: [],
});

export function openStreams(parts: OpenParts, maxStreams: number): ChangeStreams {
  const streams = new ChangeStreams({ ...parts, maxStreams });
  parts.every(readEveryMs, () => streams.advance());
  parts.every(rightsEveryMs, () => streams.noteRights());
  parts.every(keepAliveMs, () => streams.keepAlive());
  parts.report(streamsMetric, () => [{ labels: {}, value: streams.size }]);
  return streams;
}
