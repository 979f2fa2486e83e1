import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBundle } from './find-bundle.ts';

const root = join(import.meta.dirname, '../../../..');

/** What of the product is bundled, and where to. */
export const product = {
  root,
  folder: join(root, 'node_modules/.cache/bundle'),
  first: 'services/standalone/src/serve.ts',
} as const;

/** The URL to import in place of `serve.ts`; null where there is no bundle of the product as it stands. */
export function findProductBundle(): string | null {
  const path = findBundle(product.root, product.folder);
  return path && pathToFileURL(path).href;
}
