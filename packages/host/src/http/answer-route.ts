import type { Route } from '@signalbox/kit';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { pipeline } from './pipeline.ts';
import { encodingOf, send } from './send.ts';
import type { RouteParts, Target } from './target.ts';

/** Answers the requests of a route. All its responses, including refusals, have the headers of RFC 9745 and RFC 8594 if it retires. */
export function answerRoute(route: Route<never>, runtime: ServiceRuntime, own: RouteParts): (target: Target) => Promise<void> {
  const { declaration } = route;
  const { instrument } = runtime;
  const plain = pipeline(instrument.route?.(route) ?? route, runtime, own);
  const answer = instrument.answer?.(declaration, plain) ?? plain;
  const { retires } = declaration;
  return async (target) => {
    const { request, response } = target;
    if (retires) {
      response.setHeader('deprecation', `@${Math.floor(retires.since.getTime() / 1000)}`);
      response.setHeader('sunset', retires.until.toUTCString());
    }
    await send(response, await answer(target), encodingOf(request, declaration));
  };
}
