import { type Product, startProduct } from '../product.ts';

let suites = 0;
let shared: Promise<Product> | undefined;

/**
 * One running product for all journeys of this folder, which leave it as usable as they found it. It starts for the first of them and
 * ends with the last. Called in a suite; answers what its tests find it by.
 */
export function shareProduct(): () => Product {
  suites += 1;
  let product: Product;
  before(async () => {
    product = await (shared ??= startProduct());
  });
  after(async () => {
    suites -= 1;
    if (suites === 0) await product.close();
  });
  return () => product;
}
