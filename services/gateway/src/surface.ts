import { parse, setting, surface } from '@signalbox/kit';

export const consoleEnabled = setting(
  'CONSOLE',
  'on',
  parse.oneOf('on', 'off'),
  'Whether the gateway answers the console beside the API. Gateways that only applications ask do without.',
);

/** What others know of the gateway. */
export const gatewaySurface = surface({ name: 'gateway', isPublic: true, settings: [consoleEnabled] });
