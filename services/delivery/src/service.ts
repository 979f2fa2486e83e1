import { combine, service } from '@signalbox/kit';
import * as parts from './module.ts';
import { deliveryMetrics } from './metric/report-metrics.ts';
import { type Delivery, openDelivery } from './open-delivery.ts';
import { deliverySurface } from './surface.ts';

export const delivery = service<Delivery>({
  surface: deliverySurface,
  open: openDelivery,
  metrics: deliveryMetrics,
  routes: combine<Delivery>([parts]).routes,
});
