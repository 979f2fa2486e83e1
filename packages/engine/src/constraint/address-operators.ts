import { lookup } from '../lookup.ts';
import { compileNetworks } from './networks.ts';
import type { CompileOperator } from './operator.ts';

/** Addresses in any of the networks of `values` (client specification 6.1). Values that are no network are ignored. */
export const addressOperators: Record<string, CompileOperator> = {
  IN_CIDR: ({ contextName, values }) => {
    const isInside = compileNetworks(values);
    return (context) => {
      const field = lookup(context, contextName);
      return field !== undefined && isInside(field);
    };
  },
};
