/** A commit since the last release. */
export interface Commit {
  readonly hash: string;
  /** `area: imperative verb ...` */
  readonly subject: string;
  /** Values of its `Upgrade:` trailers: what operators have to do. */
  readonly upgrade: readonly string[];
}

/** Changes of a release, from the history of the repository. */
export interface Changes {
  readonly version: string;
  /** ISO 8601. */
  readonly day: string;
  /** Absent for the first release. */
  readonly previous?: string;
  readonly commits: readonly Commit[];
  /** Files of migrations that the release adds. */
  readonly migrations: readonly string[];
  /** Migrations after which the previous version no longer starts. */
  readonly contracting: readonly string[];
}

/** Areas of commits that users do not notice. */
const internal = /^(?:tests?|tools|docs|all|ci|architecture|benchmarks?)$/;

/** The section of a release in CHANGELOG.md: what operators have to know, then the changes by area. */
export function sectionOf(changes: Changes): string {
  const { version, day, previous } = changes;
  const body = previous === undefined ? ['The first release.'] : [...upgradeNotes(changes), ...changesByArea(changes.commits)];
  return `## ${version} (${day})\n\n${body.join('\n')}\n`;
}

function upgradeNotes({ commits, migrations, contracting, previous }: Changes): string[] {
  const required = commits.flatMap(({ upgrade }) => upgrade);
  const notes = [
    ...required,
    ...(migrations.length > 0 ? [`Migrations: ${migrations.map((path) => `\`${nameOf(path)}\``).join(', ')}.`] : []),
    contracting.length > 0
      ? `Make a backup: ${previous} does not start on the new tables (${contracting.map((path) => `\`${nameOf(path)}\``).join(', ')}).`
      : `Version ${previous} also runs on the new tables, so you can roll back to it.`,
  ];
  return ['### Upgrading', '', ...notes.map((note) => `- ${note}`), ''];
}

const nameOf = (path: string): string => /services\/([^/]+)\/.*\/([^/]+)\.ts$/.exec(path)?.slice(1).join('/') ?? path;

function changesByArea(commits: readonly Commit[]): string[] {
  const lines = Map.groupBy(
    commits.map(({ subject }) => /^([^:]+): (.+)$/.exec(subject)?.slice(1) ?? ['', subject]),
    ([area = '']) => area,
  );
  return [...lines]
    .filter(([area]) => !internal.test(area))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([area, subjects]) => [`### ${area}`, '', ...subjects.map(([, text = '']) => `- ${text}`), '']);
}

const heading = '# Changelog\n\nReleases, newest first. `npm run release -- VERSION --prepare` writes each section from the commits.\n';

/** Adds a section in front of the others, or replaces the one of the same version. */
export function withSection(changelog: string, version: string, section: string): string {
  const others = changelog.split(/^(?=## )/m).filter((part) => part.startsWith('## ') && !part.startsWith(`## ${version} `));
  return [heading, section, ...others]
    .map((part) => part.trim())
    .join('\n\n')
    .concat('\n');
}
