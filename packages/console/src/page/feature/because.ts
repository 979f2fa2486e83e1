import { sayMissed } from '../../parts/sentence.ts';
import type { AnswerOf } from '../../server/request.ts';
import { words } from '../../base/words.ts';

export type Preview = AnswerOf<'POST /api/admin/projects/{projectId}/features/{featureName}/preview'>;
export type ToldPersona = Preview['environments'][number]['contexts'][number];
type Because = ToldPersona['because'];

/** What decided, in about six words. */
export function sayBecause(because: Because, environment: string, strategyName: (id: string) => string): string {
  const said = words.persona.because;
  switch (because.kind) {
    case 'strategy':
      return said.strategy(strategyName(because.strategy ?? ''));
    case 'off':
      return said.off(environment);
    case 'segment':
      return said.segment(because.segment ?? '');
    case 'share':
      return sayShare(because);
    case 'constraint':
      return because.constraint ? sayMissed(because.constraint, because.given) : said.rule;
    default:
      return said[because.kind];
  }
}

function sayShare({ bucket, reaches = 0 }: Because): string {
  const said = words.persona.because;
  if (reaches === 0) return said.noShare;
  return bucket === undefined ? said.chance(reaches) : said.share(bucket);
}
