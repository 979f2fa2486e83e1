import { serveServices } from '@signalbox/host';
import { playground } from './service.ts';

await serveServices([playground]);
