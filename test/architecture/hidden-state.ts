import { isTest, locationOf, type Rule } from './source.ts';

/** At most two files, each with its reason. Scoped values belong in slots of a context. */
export const allowed: Readonly<Record<string, string>> = {
  'packages/engine/src/segment/compile-segment.ts':
    'A pure function of an immutable state: thousands of strategies share one compiled segment, and a changed segment is another object.',
  'services/delivery/src/body/assembler.ts':
    'Bodies share compressed chunks. A chunk lives exactly as long as a body that contains it, and bodies end independently of each other.',
};

const weak = /\bnew (?:WeakMap|WeakSet|WeakRef|FinalizationRegistry)\b/g;

/** Code does not attach state to objects from outside or leave lifetimes to the garbage collector, except in listed files. */
export const stateIsVisible: Rule = (files) =>
  files
    .filter((file) => !isTest(file) && /^(?:packages|services)\//.test(file.path) && !(file.path in allowed))
    .flatMap((file) =>
      [...file.text.matchAll(weak)].map(({ 0: found, index }) => `${locationOf(file, index)} ${found}: use a slot of the context`),
    );
