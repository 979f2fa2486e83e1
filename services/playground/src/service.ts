import { service } from '@signalbox/kit';
import { evaluateAdvancedRoute } from './evaluation/evaluate-advanced.ts';
import { evaluateBasicRoute } from './evaluation/evaluate-basic.ts';
import { openPlayground } from './open-playground.ts';

export const playground = service({
  name: 'playground',
  open: openPlayground,
  routes: [evaluateAdvancedRoute, evaluateBasicRoute],
});
