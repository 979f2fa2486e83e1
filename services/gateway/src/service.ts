import { service } from '@signalbox/kit';
import { answersMetric, openGateway } from './gateway.ts';
import { gatewaySurface } from './surface.ts';

export const gateway = service({ surface: gatewaySurface, routes: [], metrics: [answersMetric], open: openGateway });
