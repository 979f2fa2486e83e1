import { closedStates, transitions } from './state-machine.ts';
import { states, type State } from '../tables/change-request.ts';

const idOf = (state: State): string => state.replaceAll(' ', '');

/** The reference page of the state machine. */
export function describeStates(): string {
  const rows = transitions.map(({ from, trigger, when, to, who, requires, events }) =>
    [from, trigger, to ?? 'gone', when ?? '', who.join(', '), requires.join('; '), events.join(', ')].join(' | '),
  );
  return [
    '# The states of a change request',
    '',
    'Written by `npm run reference` from `services/change-requests/src/request/state-machine.ts`. All other transitions are rejected.',
    '',
    '```mermaid',
    stateDiagram(),
    '```',
    '',
    '| from | trigger | to | when | allowed for | requires that | emits |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}

function stateDiagram(): string {
  const moves = transitions
    .filter(({ from, to, trigger }) => !(from === to && trigger === 'edit'))
    .map(({ from, to, trigger, when, who }) => {
      const condition = when === undefined ? '' : ` (${when})`;
      return `  ${idOf(from)} --> ${to === null ? '[*]' : idOf(to)}: ${trigger}${condition} by ${who.join(', ')}`;
    });
  return [
    'stateDiagram-v2',
    ...states.map((state) => `  state "${state}" as ${idOf(state)}`),
    '  [*] --> Draft: the first change',
    ...moves,
    ...closedStates.map((state) => `  ${idOf(state)} --> [*]`),
  ].join('\n');
}
