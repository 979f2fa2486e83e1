import { bundleIfChanged } from './bundle-modules.ts';
import { product } from './product.ts';

/** Bundles the product unless there is a bundle of it as it stands. Answers the file to import in place of `serve.ts`. */
export const bundleProduct = (): Promise<string> => bundleIfChanged(product);

if (import.meta.main) process.stdout.write(`The product is bundled: ${await bundleProduct()}\n`);
