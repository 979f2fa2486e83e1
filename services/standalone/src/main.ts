import { resolveQuickly } from './resolve-quickly.ts';

// What is imported above a line is resolved before the line runs, so everything else is behind an import of its own.
resolveQuickly();
const { serve } = await import('./serve.ts');
await serve(process.argv.slice(2));
