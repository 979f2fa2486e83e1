import { type Settings, SettingsProblem } from '@signalbox/kit';
import { delivery } from '@signalbox/delivery';
import { deliverySurface } from '@signalbox/delivery/surface';
import { relayService } from '@signalbox/relay';
import { type Command, environmentOf, readCommand } from '@signalbox/relay/arguments';
import { bootstrapFile, relaySurface, upstreamUrl } from '@signalbox/relay/surface';
import { openListening, type Running } from './base/open-listening.ts';
import { onStop, openOrExit, settingsOrExit } from './base/process.ts';

/** The surfaces of a relay's process. */
export const relaySurfaces = [relaySurface, deliverySurface];

/** Runs a relay: delivery, with features and tokens from an upstream in place of the other services. Or checks a running one. */
export async function serveRelay(words: readonly string[]): Promise<void> {
  const command = await openOrExit(async () => readCommand(words));
  if (command.name === 'health' || command.name === 'ready') return checkRelay(command);
  const settings = settingsOrExit(relaySurfaces, (environment) => environmentOf(command, environment));
  const relay = await openOrExit(() => openRelayProcess(settings, command.name));
  process.stdout.write(`relay listening on port ${relay.port}\n`);
  onStop(() => relay.close());
}

/** Opens a relay in this process and listens on PORT. */
export async function openRelayProcess(settings: Settings, command: Command['name'] = 'edge'): Promise<Running> {
  refuseIncomplete(settings, command);
  return openListening([relayService(), delivery], { settings, surfaces: relaySurfaces });
}

function refuseIncomplete(settings: Settings, command: Command['name']): void {
  const [url, file] = [settings.get(upstreamUrl), settings.get(bootstrapFile)];
  if (command === 'edge' && url === null) throw new SettingsProblem('UPSTREAM_URL is required.');
  if (command === 'edge' && file !== null) throw new SettingsProblem('BOOTSTRAP_FILE requires the command offline.');
  if (command === 'offline' && file === null) throw new SettingsProblem('BOOTSTRAP_FILE is required.');
}

const checkMs = 5000;

/** Ends with status 1 unless the relay at EDGE_URL responds with 200. */
async function checkRelay(command: Command): Promise<void> {
  const url = environmentOf(command, {})['EDGE_URL'] ?? '';
  try {
    const { status } = await fetch(`${url}/internal-backstage/${command.name}`, { signal: AbortSignal.timeout(checkMs) });
    if (status !== 200) throw new Error(`it answered ${status}`);
    process.stdout.write('OK\n');
  } catch (error) {
    process.stderr.write(`The relay at ${url} is not ${command.name === 'ready' ? 'ready' : 'healthy'}: ${(error as Error).message}.\n`);
    process.exitCode = 1;
  }
}
