import { describeMissed } from '../../../parts/strategy/sentence.ts';
import type { AnswerOf } from '../../../server/request.ts';
import { personaTexts } from '../../../parts/persona/persona-texts.ts';

export type Preview = AnswerOf<'POST /api/admin/projects/{projectId}/features/{featureName}/preview'>;
export type PersonaResult = Preview['environments'][number]['contexts'][number];
type Because = PersonaResult['because'];

/** The deciding reason in about six words. */
export function describeBecause(because: Because, environment: string, strategyName: (id: string) => string): string {
  const texts = personaTexts.because;
  switch (because.kind) {
    case 'strategy':
      return texts.strategy(strategyName(because.strategy ?? ''));
    case 'off':
      return texts.off(environment);
    case 'segment':
      return texts.segment(because.segment ?? '');
    case 'share':
      return describeShare(because);
    case 'constraint':
      return because.constraint ? describeMissed(because.constraint, because.given) : texts.rule;
    default:
      return texts[because.kind];
  }
}

function describeShare({ bucket, reaches = 0 }: Because): string {
  const texts = personaTexts.because;
  if (reaches === 0) return texts.noShare;
  return bucket === undefined ? texts.chance(reaches) : texts.share(bucket);
}
