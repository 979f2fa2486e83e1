import { serveServices } from '@signalbox/host';
import { identity, readFirstAdministrator } from './service.ts';

await serveServices([identity]);
const first = readFirstAdministrator();
if (first) process.stdout.write(`First administrator: ${first.username}, password ${first.password} (shown this once)\n`);
