import { service } from '@signalbox/kit';
import { evaluateAdvancedRoute } from './evaluation/evaluate-advanced.ts';
import { evaluateBasicRoute } from './evaluation/evaluate-basic.ts';
import { openPlayground, type Playground } from './open-playground.ts';
import { playgroundSurface } from './surface.ts';

export const playground = service<Playground>({
  surface: playgroundSurface,
  open: openPlayground,
  routes: [evaluateAdvancedRoute, evaluateBasicRoute],
});
