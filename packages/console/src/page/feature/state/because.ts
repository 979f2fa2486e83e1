import { describeMissed } from '../../../parts/strategy/sentence.ts';
import type { AnswerOf } from '../../../server/ask.ts';

export type Preview = AnswerOf<'POST /api/admin/projects/{projectId}/features/{featureName}/preview'>;
export type PersonaResult = Preview['environments'][number]['contexts'][number];
type Because = PersonaResult['because'];

const reasons = {
  everybody: 'on for everyone',
  parent: 'parent feature is off',
  nothing: 'no enabled strategy',
  application: 'evaluated only by the application',
  rule: 'not listed, or no ID',
};

/** The deciding reason in about six words. */
export function describeBecause(because: Because, environment: string, strategyName: (id: string) => string): string {
  switch (because.kind) {
    case 'strategy':
      return `matches ${strategyName(because.strategy ?? '')}`;
    case 'off':
      return `turned off in ${environment}`;
    case 'segment':
      return `not in segment ${because.segment ?? ''}`;
    case 'share':
      return describeShare(because);
    case 'constraint':
      return because.constraint ? describeMissed(because.constraint, because.given) : reasons.rule;
    default:
      return reasons[because.kind];
  }
}

function describeShare({ bucket, reaches = 0 }: Because): string {
  if (reaches === 0) return 'rollout is 0%';
  if (bucket === undefined) return `not in the random ${reaches}%`;
  return bucket === 0 ? 'no value to bucket by' : `bucket ${bucket}, outside the rollout`;
}
