import { service } from '@signalbox/kit';
import { openGateway } from './gateway.ts';
import { gatewaySurface } from './surface.ts';

export const gateway = service({ surface: gatewaySurface, routes: [], open: openGateway });
