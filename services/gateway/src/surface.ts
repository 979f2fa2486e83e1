import { parse, setting, surface } from '@signalbox/kit';

export const consoleEnabled = setting(
  'CONSOLE',
  'on',
  parse.oneOf('on', 'off'),
  'Whether the gateway serves the console along with the API. Gateways for SDK traffic only can disable it.',
);

export const gatewaySurface = surface({ name: 'gateway', isPublic: true, settings: [consoleEnabled] });
