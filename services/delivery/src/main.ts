import { serveServices } from '@signalbox/host';
import { delivery } from './service.ts';

await serveServices([delivery]);
