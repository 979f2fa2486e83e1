import { openRelayApp, type RelayApp } from './relay.fixture.ts';

/** Relays in a row, each the upstream of the next. Applications call the last. */
export interface Chain extends Pick<RelayApp, 'application'> {
  /** Closes the last relay first, so that each reports its usage to the next. */
  close(): Promise<void>;
}

const hops = 3;

/** Opens three relays. Only the first has a backup folder. */
export async function openChain(upstream: string, { BACKUP_FOLDER = '', ...settings }: Readonly<Record<string, string>>): Promise<Chain> {
  const first = await openRelayApp(upstream, { ...settings, BACKUP_FOLDER });
  const relays = [first];
  while (relays.length < hops) relays.push(await openRelayApp(relays.at(-1)?.url ?? '', settings));
  return {
    application: (token, headers) => (relays.at(-1) ?? first).application(token, headers),
    async close() {
      for (const relay of relays.toReversed()) await relay.close();
    },
  };
}
