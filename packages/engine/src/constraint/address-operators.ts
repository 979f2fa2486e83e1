import { lookup } from '../lookup.ts';
import { contains, parseAddress, parseNetwork } from './address.ts';
import type { CompileOperator } from './operator.ts';

/** Addresses in any of the networks of `values` (client specification 6.1). Values that are no network are ignored. */
export const addressOperators: Record<string, CompileOperator> = {
  IN_CIDR: ({ contextName, values }) => {
    const networks = values.map(parseNetwork).filter((network) => network !== undefined);
    return (context) => {
      const field = lookup(context, contextName);
      const address = field === undefined ? undefined : parseAddress(field);
      return address !== undefined && networks.some((network) => contains(network, address));
    };
  },
};
