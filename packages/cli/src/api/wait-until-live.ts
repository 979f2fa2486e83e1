import { pause } from '@signalbox/timing';
import { exitCodes, Problem } from '../base/problem.ts';
import type { Api } from './api.ts';

const defaultTimeoutMs = 60_000;
const pauseMs = 500;

/** Waits until applications receive a revision. Each request waits on the server for a while. Returns the served revision. */
export async function waitUntilLive(
  api: Api,
  revision: number,
  timeoutMs = defaultTimeoutMs,
): Promise<{ readonly revision: number; readonly since: string }> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const headers = { 'if-min-revision': String(revision) };
    const served = await api.ask('GET /api/admin/delivery/revision', { headers }).catch((error: unknown) => {
      if (error instanceof Problem && error.name === 'TooEarlyError') return undefined;
      throw error;
    });
    if (served !== undefined && served.revision >= revision) return served;
    if (Date.now() >= end)
      throw new Problem('Timeout', `Applications did not receive revision ${revision} in time.`, { exitCode: exitCodes.error });
    await pause(pauseMs);
  }
}
