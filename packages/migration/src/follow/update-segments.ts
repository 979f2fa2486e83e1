import { about, type Target } from '../import/target.ts';
import type { SourceSegment } from '../source/snapshot.ts';
import { canonicalText } from '../verify/canonical.ts';

/** Writes each segment whose content differs from that of the target. */
export async function updateSegments({ api }: Target, segments: readonly SourceSegment[]): Promise<void> {
  const stored = await api.get<{ segments: SourceSegment[] }>('/api/admin/segments');
  const known = new Map(stored.segments.map((segment) => [segment.name, segment]));
  for (const { name, description, constraints } of segments) {
    const own = known.get(name);
    if (!own || canonicalText([description, constraints]) === canonicalText([own.description, own.constraints])) continue;
    const body = { name, description: description ?? '', constraints, ...(own.project ? { project: own.project } : {}) };
    await about(`The segment ${name}`, api.put(`/api/admin/segments/${own.id}`, body));
  }
}
