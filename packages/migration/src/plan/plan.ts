/** Treatment of an object by an import. */
type Outcome = 'exact' | 'adapted' | 'skipped';

/** An object that an import adapts or skips, with the reason as a sentence. */
interface Finding {
  readonly kind: string;
  readonly name: string;
  readonly outcome: Exclude<Outcome, 'exact'>;
  readonly reason: string;
}

/** Numbers of objects of each kind by outcome, and all objects that are not imported exactly. */
export interface Plan {
  readonly source: string;
  readonly counts: Readonly<Record<string, Readonly<Record<Outcome, number>>>>;
  readonly findings: readonly Finding[];
}

/** Collects the outcomes of a snapshot's objects. */
export interface Findings {
  /** Keeps the objects of a kind that no reason excludes. */
  keep<T>(kind: string, objects: readonly T[], rule: KeepRule<T>): T[];
  plan(source: string): Plan;
}

/** Names an object, and returns why it is skipped or adapted, if it is. */
interface KeepRule<T> {
  readonly name: (object: T) => string;
  readonly skipped?: (object: T) => string | undefined;
  readonly adapted?: (object: T) => string | undefined;
}

/** Starts an empty collection. */
export function collectFindings(): Findings {
  const counts: Record<string, Record<Outcome, number>> = {};
  const findings: Finding[] = [];
  const note = (kind: string, name: string, outcome: Outcome, reason?: string) => {
    counts[kind] ??= { exact: 0, adapted: 0, skipped: 0 };
    counts[kind][outcome] += 1;
    if (outcome !== 'exact') findings.push({ kind, name, outcome, reason: reason ?? '' });
  };
  return {
    keep: (kind, objects, { name, skipped, adapted }) =>
      objects.filter((object) => {
        const skip = skipped?.(object);
        const adapt = skip === undefined ? adapted?.(object) : undefined;
        const outcome = skip === undefined ? (adapt === undefined ? 'exact' : 'adapted') : 'skipped';
        note(kind, name(object), outcome, skip ?? adapt);
        return skip === undefined;
      }),
    plan: (source) => ({ source, counts, findings }),
  };
}
