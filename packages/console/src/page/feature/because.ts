import { asText, sayConstraint } from './sentence.ts';
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
      return said.share(because.bucket ?? 0);
    case 'constraint':
      return sayMissed(because);
    default:
      return said[because.kind];
  }
}

/** The value that did not fit, as the opposite of what was asked for; or that there was none. */
function sayMissed({ constraint, given }: Because): string {
  if (!constraint) return words.persona.because.rule;
  if (given === null || given === undefined) return words.persona.because.missing(constraint.contextName);
  const [field, ...rest] = sayConstraint({ ...constraint, inverted: !constraint.inverted });
  return asText([...(field ? [field] : []), { kind: 'value', text: given }, ...rest]);
}
