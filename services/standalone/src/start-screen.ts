import type { Notice, Settings } from '@signalbox/kit';

/** What the first screen tells: where, what the services say (how to log in), where the data lies, how to stop. */
export interface Started {
  readonly settings: Settings;
  readonly port: number;
  readonly data: string;
  readonly notices: readonly Notice[];
}

/** The first screen, for a person. */
export function startScreen({ settings, port, data, notices }: Started): string {
  const console = { label: 'Console', text: settings.baseUrl ?? `http://localhost:${port}` };
  const lines = [console, ...notices, { label: 'Data', text: data }, { label: 'Stop', text: 'Ctrl-C' }];
  return ['', '  Signalbox is running', '', ...lines.map(({ label, text }) => `  ${label.padEnd(9)} ${text}`), ''].join('\n');
}
