import { readFile } from 'node:fs/promises';
import { decodeText } from '@signalbox/contracts/decode-text';
import { projectOf } from './file-source.ts';
import { type FlagdFlag, translateFlag } from './flagd-flag.ts';
import { Unsupported } from './flagd-rule.ts';
import type { Snapshot, SourceFeature } from './snapshot.ts';
import type { Source } from './source.ts';

/** A file of flagd, and where its flags become features. */
export interface FlagdOptions {
  readonly file: string;
  readonly project: string;
  readonly environment: string;
}

/** The parts of a file of flagd that are read. */
export interface FlagdFile {
  readonly flags: Readonly<Record<string, FlagdFlag>>;
  readonly $evaluators?: Readonly<Record<string, unknown>>;
}

/** A file in flagd's format, as JSON. */
export function openFlagdSource(options: FlagdOptions): Source {
  return {
    read: async () => snapshotOf(options, await readFlagdFile(options.file)),
    latestChange: async () => null,
    events: () => null,
    usage: () => null,
    close: async () => {},
  };
}

/** Reads the file, with its shared rules in place. */
export async function readFlagdFile(path: string): Promise<FlagdFile> {
  let file: FlagdFile;
  try {
    file = JSON.parse(decodeText(await readFile(path))) as FlagdFile;
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (typeof file.flags !== 'object' || file.flags === null || Array.isArray(file.flags))
    throw new Error(`${path} has no flags by name, as a file of flagd has.`);
  const shared = Object.entries(file.$evaluators ?? {});
  const withShared = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(withShared);
    const [, found] = shared.find(([name]) => name === (value as { readonly $ref?: unknown }).$ref) ?? [];
    return found ?? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withShared(inner)]));
  };
  return { ...file, flags: withShared(file.flags) as FlagdFile['flags'] };
}

function snapshotOf({ file, project, environment }: FlagdOptions, { flags }: FlagdFile): Snapshot {
  const [adapted, skipped] = [new Map<string, string>(), new Map<string, string>()];
  const features = Object.entries(flags).map(([key, flag]) => featureOf(key, flag, { project, environment, adapted, skipped }));
  const fields = new Set(features.flatMap((feature) => fieldsOf(feature)));
  return {
    source: file,
    instanceId: null,
    environments: [],
    projects: [projectOf({ id: project }, [environment])],
    contextFields: [...fields].map((name) => ({
      name,
      description: null,
      stickiness: true,
      sortOrder: 10,
      legalValues: [],
      project: null,
    })),
    tagTypes: [],
    tags: [],
    strategies: [],
    segments: [],
    features,
    translated: { environment, adapted, skipped },
    tokens: [],
    addons: [],
    accounts: { users: [], personalTokens: [], roles: [], groups: [], grants: [] },
  };
}

interface Notes {
  readonly project: string;
  readonly environment: string;
  readonly adapted: Map<string, string>;
  readonly skipped: Map<string, string>;
}

function featureOf(key: string, flag: FlagdFlag, { project, environment, adapted, skipped }: Notes): SourceFeature {
  const common = { name: key, project, type: 'release', stale: false, impressionData: false, archived: false, createdAt: null };
  const empty = { description: null, lifecycle: {}, tags: [], links: [], dependencies: [] };
  try {
    const { settings, adapted: note } = translateFlag(key, flag);
    if (note !== undefined) adapted.set(key, note);
    return { ...common, ...empty, environments: [{ environment, ...settings }] };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    skipped.set(key, `Features cannot express ${error.message}.`);
    return { ...common, ...empty, environments: [] };
  }
}

const standard: readonly string[] = ['userId', 'sessionId', 'remoteAddress', 'appName', 'currentTime', 'environment', 'default'];

/** Attributes that constraints and shares use. Context fields of the product exist already. */
const fieldsOf = ({ environments }: SourceFeature): string[] =>
  environments
    .flatMap(({ strategies }) => strategies)
    .flatMap(({ constraints, parameters }) => [...constraints.map(({ contextName }) => contextName), parameters['stickiness'] ?? ''])
    .filter((name) => name !== '' && !standard.includes(name));
