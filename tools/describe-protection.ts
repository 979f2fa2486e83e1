import { compareTexts, type RouteDeclaration, type Service } from '../packages/kit/src/index.ts';
import { type Verdict, verdictOn } from '../services/toggles/src/transfer/evaluation/guard-events.ts';
import { pageOfTables } from './page-of-tables.ts';

const introduction = `# Operations and protected environments

This page lists every operation that writes, with the events that take effect in a protected environment. Each event takes effect in one environment, in
all of its project, or wherever its segment is used. There it needs approval, or the permission \`SKIP_CHANGE_REQUEST\`.

- **first**: the operation always writes there, and is refused before its work.
- **events**: its events are judged before the commit, so it is refused if one of them takes effect there.
- **no**: none of its events is judged. The last column has the reason.

Other reasons apply to events that the columns leave out. \`npm run suite -- protection\` requests every operation as eight kinds of callers, and
compares what applications receive. [Approvals](../guides/approvals.md) explains the rules. This page is generated.
`;

/** Renders `docs/reference/protection.md` as Markdown: one row per operation that writes. Ends in a newline. */
export const describeProtection = (services: readonly Service[]): string =>
  pageOfTables(introduction, '| operation | guarded by | events that take effect, or why none does |\n|---|---|---|', [
    ...services.map(
      ({ name, routes }) =>
        [
          name,
          routes
            .map(({ declaration }) => declaration)
            .filter(writes)
            .map(rowOf)
            .toSorted(compareTexts),
        ] as const,
    ),
    ['Events that need no approval', [...new Set(services.flatMap(reasonsOf))].toSorted(compareTexts)],
  ]);

const writes = ({ method }: RouteDeclaration): boolean => method !== 'get';

const typesOf = ({ events = [] }: RouteDeclaration): readonly string[] => ('none' in events ? [] : events.map(({ type }) => type));

/** The reason of events that have no other. */
const elsewhere = becauseOf('pat-created');

function verdictOf(type: string): Verdict {
  return verdictOn({ type, data: {}, preData: {} });
}

function rowOf(declaration: RouteDeclaration): string {
  const { method, path, protectedBy } = declaration;
  const effects = effectsOf(declaration);
  const guard = protectedBy ? 'first' : effects.length > 0 ? 'events' : 'no';
  return `| \`${method.toUpperCase()} ${path}\` | ${guard} | ${effects.join('; ') || reasonOf(declaration)} |`;
}

/** Its events that take effect, by scope. */
function effectsOf(declaration: RouteDeclaration): string[] {
  const scopes = Map.groupBy(typesOf(declaration), verdictOf);
  return [...scopes].flatMap(([scope, types]) =>
    typeof scope === 'string' ? [`${scope}: ${types.map((type) => `\`${type}\``).join(', ')}`] : [],
  );
}

function reasonOf({ events = [] }: RouteDeclaration): string {
  if ('none' in events) return events.none.replace(/^because /, '');
  const reasons = [...new Set(events.map(({ type }) => becauseOf(type)))];
  return (reasons.length > 1 ? reasons.filter((reason) => reason !== elsewhere) : reasons).join('; ');
}

function becauseOf(type: string): string {
  const verdict = verdictOf(type);
  return typeof verdict === 'string' ? '' : verdict.because;
}

/** Its events that touch what applications receive and need no approval, with the reasons. */
const reasonsOf = ({ routes }: Service): string[] =>
  routes
    .flatMap(({ declaration: { events = [] } }) => ('none' in events ? [] : events))
    .filter(({ type, touches }) => touches !== 'nothing' && becauseOf(type) !== '')
    .map(({ type }) => `| \`${type}\` | no | ${becauseOf(type)} |`);
