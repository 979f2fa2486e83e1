import { initAdminUsername } from '@signalbox/identity/surface';
import type { Settings } from '@signalbox/kit';

/** What the first screen tells: where, how to log in, where the data lies, how to stop. */
export interface Started {
  readonly settings: Settings;
  readonly port: number;
  readonly data: string;
  /** Only at the first start without INIT_ADMIN_PASSWORD. */
  readonly firstAdministrator: { readonly username: string; readonly password: string } | null;
}

/** The first screen, for a person. */
export function startScreen({ settings, port, data, firstAdministrator }: Started): string {
  const url = settings.baseUrl ?? `http://localhost:${port}`;
  const login = firstAdministrator
    ? `${firstAdministrator.username} / ${firstAdministrator.password}   (shown this once)`
    : `${settings.get(initAdminUsername)}, with the password of the first start or INIT_ADMIN_PASSWORD`;
  return [
    '',
    '  Signalbox is running',
    '',
    `  Address   ${url}`,
    `  Log in    ${login}`,
    `  Data      ${data}`,
    '  Stop      Ctrl-C',
    '',
  ].join('\n');
}
