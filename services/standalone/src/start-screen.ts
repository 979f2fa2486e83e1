import type { Notice, Settings } from '@signalbox/kit';

/** Contents of the first screen: the address, notices of the services (how to log in), and the location of the data. */
export interface Started {
  readonly settings: Settings;
  readonly port: number;
  readonly data: string;
  readonly notices: readonly Notice[];
}

/** The first screen. */
export function startScreen({ settings, port, data, notices }: Started): string {
  const console = { label: 'Console', text: settings.baseUrl ?? `http://localhost:${port}` };
  const lines = [console, ...notices, { label: 'Data', text: data }, { label: 'Stop', text: 'Ctrl-C' }];
  return ['', '  Signalbox is running', '', ...lines.map(({ label, text }) => `  ${label.padEnd(9)} ${text}`), ''].join('\n');
}
