import type { MetricsCount, RegisterCount } from '@signalbox/contracts';
import { chunksOf, compareTexts, type EntityManager, mergeRows, type OpenContext } from '@signalbox/kit';

const programsPerUnit = 200;

interface Program {
  readonly appName: string;
  readonly environment: string;
  readonly instanceId: string;
  readonly at: number;
  /** Null: the program counted without having registered. */
  readonly register: RegisterCount | null;
}

/** Keeps which applications there are and which of their instances run. A count says so, too; a registration says more. */
export async function writePrograms(
  context: OpenContext,
  metrics: readonly MetricsCount[],
  registers: readonly RegisterCount[],
): Promise<void> {
  const programs = newestOfEach([
    ...metrics.map((count) => ({ ...programOf(count), register: null })),
    ...registers.map((count) => ({ ...programOf(count), register: count })),
  ]);
  for (const some of chunksOf(programs, programsPerUnit)) {
    await context.write(async ({ em }) => {
      for (const isRegistered of [false, true]) {
        await writeSome(
          em,
          some.filter(({ register }) => (register !== null) === isRegistered),
          isRegistered,
        );
      }
    });
  }
}

function programOf({ appName, environment, instanceId, at }: MetricsCount | RegisterCount) {
  return { appName, environment, instanceId, at: Date.parse(at) };
}

/** Sorted, one of a kind of message per instance; later ones replace. */
function newestOfEach(programs: readonly Program[]): Program[] {
  const newest = new Map<string, Program>();
  for (const program of programs) {
    if (program.environment.length > 100 || program.appName.length > 255 || program.instanceId.length > 255) continue;
    const key = JSON.stringify([program.appName, program.environment, program.instanceId, program.register !== null]);
    if ((newest.get(key)?.at ?? 0) <= program.at) newest.set(key, program);
  }
  return [...newest].toSorted(([left], [right]) => compareTexts(left, right)).map(([, program]) => program);
}

/** What only a registration says replaces what an earlier one said; a count leaves it as it is. */
async function writeSome(em: EntityManager, programs: readonly Program[], isRegistered: boolean): Promise<void> {
  const said = (column: string) => (isRegistered ? ({ [column]: 'replace' } as const) : {});
  const applications = new Map(
    programs
      .toSorted((left, right) => left.at - right.at)
      .map(({ appName, at, register }) => [
        appName,
        { name: appName, strategies: JSON.stringify(register?.strategies ?? []), created_at: at, seen_at: at },
      ]),
  );
  const sorted = [...applications.values()].toSorted((left, right) => compareTexts(left.name, right.name));
  await mergeRows(em, 'application', { key: ['name'], merge: { seen_at: 'greatest', ...said('strategies') } }, sorted);
  const instances = programs.map(({ appName, environment, instanceId, at, register }) => ({
    app_name: appName,
    environment,
    instance_id: instanceId,
    sdk_version: register?.sdkVersion ?? null,
    created_at: at,
    seen_at: at,
  }));
  const rule = { key: ['app_name', 'environment', 'instance_id'], merge: { seen_at: 'greatest', ...said('sdk_version') } } as const;
  await mergeRows(em, 'application_instance', rule, instances);
}
