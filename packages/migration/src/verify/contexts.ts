import type { Constraint } from '@signalbox/contracts';
import type { Snapshot } from '../source/snapshot.ts';

/** A context as query parameters of the frontend API. */
export type SampleContext = Readonly<Record<string, string>>;

/** Properties of a context that are not custom. */
const standard: readonly string[] = ['userId', 'sessionId', 'remoteAddress', 'appName', 'currentTime'];
const addresses = ['127.0.0.1', '10.0.0.7', '192.168.1.20'];
const maxValues = 500;

/**
 * Contexts in which each field takes the values of constraints, segments and strategy parameters in turn, and sometimes another one.
 * They are the same in each run.
 */
export function sampleContexts(snapshot: Snapshot, count: number): SampleContext[] {
  const values = [...valuesByField(snapshot)].map(([field, set]) => [field, [...set].slice(0, maxValues)] as const);
  return Array.from({ length: count }, (_, index) => {
    const context: Record<string, string> = { sessionId: `session-${index}`, userId: `user-${index}` };
    for (const [position, [field, own]] of values.entries()) {
      // Coprime steps combine the values of the fields differently.
      const choice = (index * (2 * position + 1) + position) % (own.length + 1);
      const value = own[choice];
      if (value !== undefined) context[standard.includes(field) ? field : `properties[${field}]`] = value;
    }
    return context;
  });
}

function valuesByField({ segments, features, contextFields }: Snapshot): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>([['remoteAddress', new Set(addresses)]]);
  const add = (field: string, texts: readonly string[]) => {
    const own = values.get(field) ?? new Set();
    for (const text of texts) if (text !== '') own.add(text);
    values.set(field, own);
  };
  const addConstraints = (constraints: readonly Constraint[]) => {
    for (const { contextName, values: several = [], value } of constraints)
      add(contextName, [...several, ...(value ? adjacentValues(value) : [])]);
  };
  for (const { name, legalValues } of contextFields)
    add(
      name,
      legalValues.map(({ value }) => value),
    );
  for (const { constraints } of segments) addConstraints(constraints ?? []);
  const strategies = features.flatMap(({ environments }) => environments.flatMap((each) => each.strategies));
  for (const { constraints, parameters } of strategies) {
    addConstraints(constraints);
    add('userId', listOf(parameters['userIds']));
    add('remoteAddress', listOf(parameters['IPs']));
  }
  values.delete('environment');
  values.delete('currentTime');
  return values;
}

const listOf = (text: string | undefined): string[] => (text ?? '').split(',').map((each) => each.trim());

/** A number, and its adjacent numbers; any other value alone. */
function adjacentValues(value: string): string[] {
  const number = Number(value);
  return value.trim() === '' || Number.isNaN(number) ? [value] : [value, String(number - 1), String(number + 1)];
}
