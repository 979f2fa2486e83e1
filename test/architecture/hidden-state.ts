import { isTest, locationOf, type Rule } from './source.ts';

/** At most three, each with its reason. Scoped values are slots of a context instead. */
export const allowed: Readonly<Record<string, string>> = {
  'packages/engine/src/segment/compile-segment.ts':
    'A pure function of an immutable state: thousands of strategies share one compiled segment, and a changed segment is another object.',
  'services/delivery/src/body/assembler.ts':
    'Bodies share compressed pieces. A piece lives exactly as long as a body that contains it, and bodies end independently of each other.',
  'services/delivery/src/evaluation/feature-texts.ts':
    'A pure function of an immutable feature: its texts live as long as a view holds it, and several formats have texts of their own.',
};

const weak = /\bnew (?:WeakMap|WeakSet|WeakRef|FinalizationRegistry)\b/g;

/** No state is attached to objects from outside, and the garbage collector decides about no lifetime, except where listed. */
export const stateIsVisible: Rule = (files) =>
  files
    .filter((file) => !isTest(file) && /^(?:packages|services)\//.test(file.path) && !(file.path in allowed))
    .flatMap((file) =>
      [...file.text.matchAll(weak)].map(({ 0: found, index }) => `${locationOf(file, index)} ${found}: use a slot of the context`),
    );
