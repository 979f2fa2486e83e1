import { type Product, startProduct } from '../product.ts';

let suites = 0;
let shared: Promise<Product> | undefined;
let hasFailed = false;

/**
 * One running product for all journeys of this folder. It starts for the first journey and ends with the last, which may stop it itself.
 * Called in a suite; returns the data that its tests need.
 */
export function shareProduct(): () => Product {
  suites += 1;
  let product: Product | undefined;
  before(async function () {
    // A failed start is one failure: only the first suite reports it.
    if (hasFailed) this.skip();
    hasFailed = true;
    product = await (shared ??= startProduct());
    hasFailed = false;
  });
  after(async () => {
    suites -= 1;
    if (suites > 0) return;
    // Another file in this process may come later.
    shared = undefined;
    await product?.close();
  });
  return () => product as Product;
}
