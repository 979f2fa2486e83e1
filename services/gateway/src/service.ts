import { service } from '@signalbox/kit';
import { openGateway } from './gateway.ts';

export const gateway = service({ name: 'gateway', routes: [], open: openGateway });
