import { serveServices } from '@signalbox/host';
import { toggles } from './service.ts';

await serveServices([toggles]);
