import { surface } from '@signalbox/kit';

/** What others know of the gateway. */
export const gatewaySurface = surface({ name: 'gateway', isPublic: true });
