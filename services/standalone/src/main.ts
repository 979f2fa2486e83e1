import { resolve } from 'node:path';
import { onStop, openOrExit, settingsOrExit } from '@signalbox/host';
import { readFirstAdministrator } from '@signalbox/identity';
import { openStandalone } from './standalone.ts';
import { startScreen } from './start-screen.ts';

const settings = settingsOrExit();
const standalone = await openOrExit(() => openStandalone({ settings }));
onStop(() => standalone.close());
const data = settings.databaseUrl.startsWith('sqlite:') ? resolve(settings.dataDir) : new URL(settings.databaseUrl).host;
console.log(startScreen({ settings, port: standalone.port, data, firstAdministrator: readFirstAdministrator() }));
