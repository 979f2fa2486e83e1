import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allSettings, type Service } from '@signalbox/kit';
import { listen, openHost, processListener } from '@signalbox/host';
import { backupSurface } from '@signalbox/standalone/backup';
import { commands } from '@signalbox/standalone/commands';
import { loadServices, surfaces } from '@signalbox/standalone/services';
import { newWorkspace, removeWorkspace, settingsOf } from '@signalbox/testing';
import { root } from '../../tools/testing/root.ts';
import type { Product } from './manifest-rules.ts';

const candidates = ['/live', '/health', '/ready', '/metrics'];

/** Reads the product's properties from its code, and its paths from running processes. */
export async function readProduct(): Promise<Product> {
  const answered = new Map(
    await Promise.all((await loadServices()).map(async (service) => [service.surface.name, await answeredBy(service)] as const)),
  );
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    settings: allSettings([...surfaces, backupSurface]),
    probes: (service) => answered.get(service) ?? [],
    commands: [...surfaces.map(({ name }) => name), ...Object.keys(commands)],
    version,
  };
}

/** Starts the service like a separate process and requests the paths. */
async function answeredBy(service: Service): Promise<string[]> {
  const workspace = await newWorkspace();
  const urls = { DATABASE_URL: 'sqlite:', BUS_URL: 'memory:', CACHE_URL: 'memory:' };
  const host = await openHost([service], { surfaces, settings: settingsOf(workspace, urls, surfaces) });
  const { port, drain } = await listen(processListener(host, [service]), 0, '127.0.0.1');
  const answers = await Promise.all(candidates.map((path) => fetch(`http://127.0.0.1:${port}${path}`)));
  for (const answer of answers) await answer.arrayBuffer();
  await drain();
  await host.close();
  await removeWorkspace(workspace);
  return candidates.filter((_path, index) => answers[index]?.status !== 404);
}
