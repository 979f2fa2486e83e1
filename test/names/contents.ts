/** Names in one project that requests can use. */
export interface Contents {
  readonly project: string;
  readonly features: readonly string[];
  readonly archived: string;
  readonly segment: number;
  /** Number of a change request, and of one of its changes. */
  readonly request: number;
  readonly change: number;
  readonly segmentName: string;
  readonly strategy: string;
  readonly strategyTitle: string;
  readonly variant: string;
  readonly tag: string;
  readonly persona: string;
  readonly personaName: string;
  readonly tokenName: string;
  readonly application: string;
  readonly constraintValue: string;
  /** Names that cannot be used to find anything, but that responses may contain. */
  readonly texts: readonly string[];
}

/** All names of a project that users without access must not read. */
export const namesOf = (contents: Contents): string[] => [
  ...contents.features,
  ...contents.texts,
  contents.project,
  contents.archived,
  contents.segmentName,
  contents.strategy,
  contents.strategyTitle,
  contents.variant,
  contents.tag,
  contents.persona,
  contents.personaName,
  contents.tokenName,
  contents.application,
  contents.constraintValue,
];

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Unique names of equal length. */
export const namer = (random: () => number) => (): string =>
  `zq${Array.from({ length: 12 }, () => letters[Math.floor(random() * letters.length)]).join('')}`;

/** An id in the product's format. */
export function uuidBy(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Contents of a project that does not exist, with names like those of any other. */
export function ghostContents(random: () => number): Contents {
  const name = namer(random);
  return {
    project: name(),
    features: [name(), name()],
    archived: name(),
    segment: 900_000 + Math.floor(random() * 90_000),
    request: 700_000 + Math.floor(random() * 90_000),
    change: 500_000 + Math.floor(random() * 90_000),
    segmentName: name(),
    strategy: uuidBy(random),
    strategyTitle: name(),
    variant: name(),
    tag: name(),
    persona: uuidBy(random),
    personaName: name(),
    tokenName: name(),
    application: name(),
    constraintValue: name(),
    texts: [name(), name()],
  };
}
