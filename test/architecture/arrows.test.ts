import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  canFind,
  packagesFollowArrows,
  pathsStayInside,
  pureStaysPure,
  servicesStayApart,
  slicesSeeTheKit,
  slicesUseTheTable,
  wrapped,
  wrappersAreAlone,
} from './arrows.ts';
import { importsOf } from './imports.ts';
import { readCode, root, type Rule } from './source.ts';

interface Case {
  readonly title: string;
  readonly rule: Rule;
  /** Path and text of a file, and the expected findings. None if the import is allowed. */
  readonly planted: readonly (readonly [path: string, text: string, ...findings: string[]])[];
}

const cases: readonly Case[] = [
  {
    title: 'packages import only allowed packages',
    rule: packagesFollowArrows,
    planted: [
      [
        'packages/contracts/src/a.ts',
        "import { compile } from '@signalbox/engine';",
        'packages/contracts/src/a.ts:1 contracts must not import engine',
      ],
      ['packages/kit/src/a.ts', "export * from '@signalbox/host';", 'packages/kit/src/a.ts:1 kit must not import host'],
      ['packages/bus/src/a.ts', "\nimport '@signalbox/testing/environment';", 'packages/bus/src/a.ts:2 bus must not import testing'],
      ['packages/bus/src/a.test.ts', "import '@signalbox/testing/environment';"],
      ['packages/replica/src/a.ts', "import type { A } from '@signalbox/contracts';"],
      ['packages/kit/src/a.ts', "import type { Migration } from '@signalbox/store';"],
      ['packages/kit/src/a.ts', "import { openStore } from '@signalbox/store';", 'packages/kit/src/a.ts:1 kit must not import store'],
    ],
  },
  {
    title: 'slices import the kit and its foundations only',
    rule: slicesSeeTheKit,
    planted: [
      [
        'services/toggles/src/a/a.ts',
        "import { openHost } from '@signalbox/host';",
        'services/toggles/src/a/a.ts:1 a slice must not import host',
      ],
      ['services/audit/src/a.ts', "const a = await import('@signalbox/store');", 'services/audit/src/a.ts:1 a slice must not import store'],
      ['services/audit/src/a.test.ts', "import { start } from '@signalbox/testing';"],
      ['services/standalone/src/a.ts', "import { openHost } from '@signalbox/host';"],
    ],
  },
  {
    title: 'services do not import each other',
    rule: servicesStayApart,
    planted: [
      [
        'services/audit/src/a.test.ts',
        "import { toggles } from '@signalbox/toggles';",
        'services/audit/src/a.test.ts:1 services/audit must not import the service toggles',
      ],
      [
        'packages/host/src/a.ts',
        "import '@signalbox/identity';",
        'packages/host/src/a.ts:1 packages/host must not import the service identity',
      ],
      ['services/standalone/src/a.ts', "import { toggles } from '@signalbox/toggles';"],
      ['test/journeys/a.test.ts', "import { toggles } from '@signalbox/toggles';"],
    ],
  },
  {
    title: 'slices import only listed external packages',
    rule: slicesUseTheTable,
    planted: [
      ['services/toggles/src/a.ts', "import pino from 'pino';", 'services/toggles/src/a.ts:1 toggles must not import pino'],
      ['services/delivery/src/a.ts', "import { SignJWT } from 'jose';", 'services/delivery/src/a.ts:1 delivery must not import jose'],
      [
        'services/audit/src/a.ts',
        "import { SqlEntityManager } from '@mikro-orm/sql';",
        'services/audit/src/a.ts:1 audit may import only types of @mikro-orm/sql',
      ],
      ['services/audit/src/a.ts', "import type { SqlEntityManager } from '@mikro-orm/sql';\nimport { sql } from 'kysely';"],
      [
        'services/identity/src/a.ts',
        "import { SignJWT } from 'jose';\nimport { Type } from 'typebox';\nimport { p } from '@mikro-orm/core';",
      ],
    ],
  },
  {
    title: 'wrapped libraries are imported only by their wrappers',
    rule: wrappersAreAlone,
    planted: [
      ['packages/kit/src/a.ts', "import express from 'express';", 'packages/kit/src/a.ts:1 only these may import express: packages/host'],
      [
        'services/audit/src/a.test.ts',
        "import { connect } from 'amqplib';",
        'services/audit/src/a.test.ts:1 only these may import amqplib: packages/bus, packages/testing',
      ],
      [
        'tools/a.ts',
        "import mysql from 'mysql2/promise';",
        'tools/a.ts:1 only these may import mysql2/promise: packages/store, packages/testing',
      ],
      ['packages/cache/src/a.ts', "import { Redis } from 'ioredis';"],
    ],
  },
  {
    title: 'packages without I/O import no modules that do I/O',
    rule: pureStaysPure,
    planted: [
      [
        'packages/engine/src/a.ts',
        "import { readFileSync } from 'node:fs';",
        'packages/engine/src/a.ts:1 engine does no I/O, so it must not import node:fs',
      ],
      ['packages/kit/src/a.ts', "import type { IncomingMessage } from 'node:http';"],
      ['packages/engine/src/a.test.ts', "import { readFileSync } from 'node:fs';"],
    ],
  },
  {
    title: 'relative imports stay inside their package',
    rule: pathsStayInside,
    planted: [
      [
        'services/audit/src/a.ts',
        "import { b } from '../../toggles/src/b.ts';",
        'services/audit/src/a.ts:1 ../../toggles/src/b.ts is a relative import from another package: import it by name',
      ],
      ['services/audit/src/a/b.ts', "import { b } from '../b.ts';"],
    ],
  },
];

describe('imports', () => {
  const code = readCode();

  for (const { title, rule, planted } of cases) {
    it(title, () => deepEqual(rule(code), []));
    it(`${title}: reports planted violations`, () => {
      for (const [path, text, ...findings] of planted) deepEqual(rule([{ path, text }]), findings);
    });
  }

  const services = readdirSync(join(root, 'services')).filter((name) => name !== 'standalone');
  for (const [name, wrappers] of Object.entries(wrapped)) {
    it(`${name} resolves from its wrapper and from no service`, () => {
      for (const wrapper of wrappers) ok(canFind(name, join(root, wrapper)), `${name} from ${wrapper}`);
      for (const service of services) ok(!canFind(name, join(root, 'services', service, 'src')), `${name} from ${service}`);
    });
  }

  it('importsOf finds every kind of import, and ignores comments and strings', () => {
    const text = [
      "import { a, type B } from 'one';",
      "import {\n  type C,\n  type D,\n} from 'two';",
      "import 'three';",
      "export { e } from 'four';",
      "export type * from 'five';",
      "const f = await import('six');",
      "// import 'no';",
      "const text = \"import 'no'\" + `${`import 'no'`} from 'no'`;",
    ].join('\n');
    deepEqual(
      importsOf(text).map(({ specifier, typesOnly }) => [specifier, typesOnly]),
      [
        ['one', false],
        ['two', true],
        ['three', false],
        ['four', false],
        ['five', true],
        ['six', false],
      ],
    );
  });

  it('readCode covers the whole workspace', () => {
    const members = new Set(code.map(({ path }) => path.split('/', 2).join('/')));
    for (const location of ['packages/contracts', 'packages/host', 'services/toggles', 'services/standalone', 'test/architecture']) {
      equal(members.has(location), true, location);
    }
  });
});
