import { registerHooks } from 'node:module';
import { extname } from 'node:path';

/**
 * Has Node find modules without looking for them, which is a third of what a start takes. A relative import names its file in full, and
 * a package leads all files of a folder `src` to the same place, so that each folder is asked once for it.
 */
export function resolveQuickly(): void {
  const found = new Map<string, ReturnType<Resolve>>();
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '', conditions } = context;
      if (!conditions.includes('import')) return next(specifier, context);
      const extension = extname(specifier);
      if (specifier.startsWith('.') && extension in formats)
        return { url: new URL(specifier, parentURL).href, format: formats[extension], shortCircuit: true };
      if (!parentURL.endsWith('.ts')) return next(specifier, context);
      const key = `${parentURL.slice(0, parentURL.lastIndexOf('/src/'))} ${specifier}`;
      const resolved = found.get(key) ?? { ...next(specifier, context), shortCircuit: true };
      found.set(key, resolved);
      return resolved;
    },
  });
}

type Resolve = NonNullable<Parameters<typeof registerHooks>[0]['resolve']>;

/** What a file is by its extension; of `.js` its package says so, and is asked when the file is read. */
const formats: Readonly<Record<string, string | undefined>> = { '.ts': 'module-typescript', '.mjs': 'module', '.js': undefined };
