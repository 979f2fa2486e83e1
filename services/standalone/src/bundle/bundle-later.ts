import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';

/** A process that ends sooner was not started to serve. */
const afterMs = 15_000;
/** Whatever else there is to do goes first. */
const lowest = 19;

/**
 * Has a process of its own bundle the product for the next start. It may fail, as where nothing can be written: the next start is as
 * this one then.
 */
export function bundleLater(): void {
  setTimeout(() => {
    const bundling = spawn(process.execPath, [join(import.meta.dirname, 'bundle-product.ts')], { detached: true, stdio: 'ignore' });
    bundling.once('spawn', () => setPriority(bundling.pid ?? 0, lowest));
    bundling.once('error', () => undefined);
    bundling.unref();
  }, afterMs).unref();
}
