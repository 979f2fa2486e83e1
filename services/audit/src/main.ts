import { serveServices } from '@signalbox/host';
import { audit } from './service.ts';

await serveServices([audit]);
