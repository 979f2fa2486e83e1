import { lookup } from '../lookup.ts';
import { compileNetworks } from './networks.ts';
import { mayRead } from '../steps.ts';
import { type CompileOperator, notHolding } from './operator.ts';

/** Addresses in any of the networks of `values` (client specification 6.1). Invalid networks are ignored. */
export const addressOperators: Record<string, CompileOperator> = {
  IN_CIDR: (constraint) => {
    const isInside = compileNetworks(constraint.values);
    return (context, _effects, outcome) => {
      const field = lookup(context, constraint.contextName);
      if (field === undefined) return false;
      return mayRead(outcome, field) ? isInside(field) : notHolding(constraint);
    };
  },
};
