import { type LinkedQuestion, writeQuestion } from '../base/question.ts';
import { featureHref } from './address.ts';

/** The address of the "why" page of a feature, with a question if given. */
export const whyHref = (project: string, feature: string, question?: LinkedQuestion): string =>
  `${featureHref(project, feature)}/why${question ? `#${writeQuestion(question)}` : ''}`;
