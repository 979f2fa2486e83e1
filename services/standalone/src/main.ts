import { bundleLater } from './bundle/bundle-later.ts';
import { findProductBundle } from './bundle/product.ts';
import type * as Serve from './serve.ts';
import { resolveQuickly } from './resolve-quickly.ts';

// What is imported above a line is resolved before the line runs, so everything else is behind an import of its own.
const bundle = findProductBundle();
resolveQuickly();
const { serve } = (await import(bundle ?? './serve.ts')) as typeof Serve;
await serve(process.argv.slice(2));
if (bundle === null) bundleLater();
