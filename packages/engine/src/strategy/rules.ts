import { compileNetworks } from '../constraint/networks.ts';
import { always, never, type Test } from '../evaluation.ts';
import { ownField } from '../lookup.ts';
import type { CompileRule, Parameters } from './rule.ts';
import { mayRead } from '../steps.ts';
import { flexibleRollout, gradualRollout, gradualRolloutRandom } from './rollout.ts';

/** Known strategies (specification, evaluation semantics, "Strategies"). */
export const rules: ReadonlyMap<string, CompileRule> = new Map<string, CompileRule>([
  ['default', () => ({ test: always })],
  ['flexibleRollout', flexibleRollout],
  ['gradualRolloutUserId', gradualRollout('userId')],
  ['gradualRolloutSessionId', gradualRollout('sessionId')],
  ['gradualRolloutRandom', gradualRolloutRandom],
  ['userWithId', (parameters) => ({ test: userWithId(parameters) })],
  ['remoteAddress', (parameters) => ({ test: remoteAddress(parameters) })],
  ['applicationHostname', (parameters) => ({ test: applicationHostname(parameters) })],
]);

function userWithId({ userIds }: Parameters): Test {
  const accepted = new Set(listOf(userIds));
  if (accepted.size === 0) return never;
  return (context) => {
    const userId = ownField(context, 'userId');
    return userId !== undefined && accepted.has(userId);
  };
}

/** Entries match by spelling or, for networks, by containment. */
function remoteAddress({ IPs }: Parameters): Test {
  const entries = listOf(IPs);
  if (entries.length === 0) return never;
  const spelled = new Set(entries);
  const isInside = compileNetworks(entries);
  return (context, _effects, outcome) => {
    const given = ownField(context, 'remoteAddress');
    return given !== undefined && (spelled.has(given) || (mayRead(outcome, given) && isInside(given)));
  };
}

function applicationHostname({ hostNames }: Parameters): Test {
  const accepted = new Set(listOf(hostNames?.toLowerCase()));
  if (accepted.size === 0) return never;
  return (_context, { hostname }) => accepted.has(hostname.toLowerCase());
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}
