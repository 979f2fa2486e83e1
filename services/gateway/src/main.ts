import { serveServices } from '@signalbox/host';
import { gateway } from './service.ts';

await serveServices([gateway]);
