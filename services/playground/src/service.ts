import { service } from '@signalbox/kit';
import { evaluateAdvancedRoute } from './evaluation/evaluate-advanced.ts';
import { evaluateBasicRoute } from './evaluation/evaluate-basic.ts';
import { answersMetric } from './answer/answer-cache.ts';
import { previewFeatureRoute } from './preview/preview-feature.ts';
import { tryConstraintsRoute } from './preview/try-constraints.ts';
import { ageMetric, openPlayground, type Playground } from './open-playground.ts';
import { playgroundSurface } from './surface.ts';

export const playground = service<Playground>({
  surface: playgroundSurface,
  open: openPlayground,
  metrics: [ageMetric, answersMetric],
  routes: [evaluateAdvancedRoute, evaluateBasicRoute, previewFeatureRoute, tryConstraintsRoute],
});
