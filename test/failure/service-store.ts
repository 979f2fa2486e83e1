import type { Settings } from '@signalbox/kit';
import { openStore, type Store } from '@signalbox/store';

/** The database of one service of a product that runs, beside it: what every service has can be read there. */
export const openServiceStore = ({ databaseUrl, databasePrefix: prefix, dataDir }: Settings, service: string): Promise<Store> =>
  openStore(databaseUrl, { service, prefix, dataDir }, { entities: [], migrations: [] });
