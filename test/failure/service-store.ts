import type { Settings } from '@signalbox/kit';
import { openStore, type Store } from '@signalbox/store';

/** Opens the database of one service of a running product, with all tables that services have in common. */
export const openServiceStore = ({ databaseUrl, databasePrefix: prefix, dataDir }: Settings, service: string): Promise<Store> =>
  openStore(databaseUrl, { service, prefix, dataDir }, { entities: [], migrations: [] });
