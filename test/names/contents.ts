/** What stands in one project, as far as a request can name it. */
export interface Contents {
  readonly project: string;
  readonly features: readonly string[];
  readonly archived: string;
  readonly segment: number;
  /** The number of a change request, and that of one of its changes. */
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
  /** Names that nothing is found by, but that answers may show. */
  readonly texts: readonly string[];
}

/** Every name of a contents that must not be read by those who do not see it. */
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

/** Names of one length that stand in nothing else. */
export const namer = (random: () => number) => (): string =>
  `zq${Array.from({ length: 12 }, () => letters[Math.floor(random() * letters.length)]).join('')}`;

/** An id as the product makes them. */
export function uuidBy(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A contents that is nowhere: the names in it look like those of any other. */
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
