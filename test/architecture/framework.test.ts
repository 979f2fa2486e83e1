import { deepEqual } from 'node:assert/strict';
import { surfaces } from '@signalbox/standalone/services';
import { frameworkKnowsNoProduct } from './framework.ts';
import { readCode } from './source.ts';

const rule = frameworkKnowsNoProduct({
  services: surfaces.flatMap(({ name, isPublic }) => (isPublic ? [] : [name])),
  roots: [...new Set(surfaces.flatMap(({ paths = [] }) => paths.map(({ prefix }) => prefix.split('/')[1] ?? '')))],
});

describe('the framework', () => {
  it('names no service and no path of a service', () => deepEqual(rule(readCode()), []));

  for (const [path, text, ...lines] of [
    ['packages/host/src/a.ts', "const a = 1;\nif (name === 'identity') refuse();", 2],
    ['packages/kit/src/a.ts', 'const url = settings.togglesUrl;', 1],
    ['services/gateway/src/a.ts', "const bulk = '/api/admin/features-batch';", 1],
    ['packages/store/src/a.ts', 'const pattern = /^\\/ofrep\\b/;\nlisten(`/edge/${name}`);', 1, 2],
    ['packages/bus/src/a.ts', "const delivery = next();\nconst queue = 'delivery';", 2],
    ['packages/kit/src/a.ts', 'const path = `/api/admin/dead-letters/${name}`;'],
    ['packages/host/src/a.ts', "// As identity does, for one.\nconst identityMap = repeatDeliveries;\nrest.deliver('all');", 2],
    ['packages/host/src/a.test.ts', "start('toggles');"],
    ['services/toggles/src/a.ts', "const path = '/api/admin/features';"],
  ] as const) {
    it(`is checked by its code: ${JSON.stringify(text)} in ${path}`, () =>
      deepEqual(
        rule([{ path, text }]).map((finding) => Number(/:(\d+) /.exec(finding)?.[1])),
        lines,
      ));
  }
});
