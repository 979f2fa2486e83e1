import { Worker } from 'node:worker_threads';
import { Failure } from '@signalbox/contracts';

const maxMs = 20_000;
const heapMb = 512;

/**
 * Parses YAML on a separate thread, because megabytes of it would block the event loop for seconds. Time and memory are limited. Throws
 * 400 for invalid YAML, or if it would expand too much.
 */
export async function readYaml(text: string): Promise<unknown> {
  const worker = new Worker(new URL('./yaml-worker.ts', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const timer = setTimeout(() => void worker.terminate(), maxMs);
  try {
    const json = await new Promise<string>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('parsing takes too long')));
    });
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw new Failure('ValidationError', `The body is not valid YAML: ${(error as Error).message.slice(0, 500)}`, { path: '' });
  } finally {
    clearTimeout(timer);
  }
}
