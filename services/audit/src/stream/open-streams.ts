import { type AccessChanged, stateKeys } from '@signalbox/contracts';
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

export async function openStreams(parts: OpenParts, maxStreams: number): Promise<ChangeStreams> {
  const streams = new ChangeStreams({ ...parts, maxStreams });
  parts.every(readEveryMs, () => streams.advance());
  parts.every(rightsEveryMs, () => streams.noteRights());
  parts.every(keepAliveMs, () => streams.keepAlive());
  const receive = ({ notified }: AccessChanged) => void (notified && streams.notify(new Set(notified)));
  await parts.listen(
    stateKeys.access,
    (change) => receive(change as AccessChanged),
    () => undefined,
  );
  parts.report(streamsMetric, () => [{ labels: {}, value: streams.size }]);
  return streams;
}
