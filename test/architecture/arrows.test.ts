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
  /** A file, its text, and what is said about it: nothing where it is allowed. */
  readonly planted: readonly (readonly [path: string, text: string, ...findings: string[]])[];
}

const cases: readonly Case[] = [
  {
    title: 'packages import along the arrows',
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
    title: 'slices see the kit and what it is made of',
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
    title: 'no service imports a service',
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
    title: 'what slices take from outside stands in one table',
    rule: slicesUseTheTable,
    planted: [
      ['services/toggles/src/a.ts', "import pino from 'pino';", 'services/toggles/src/a.ts:1 toggles may import no pino'],
      ['services/delivery/src/a.ts', "import { SignJWT } from 'jose';", 'services/delivery/src/a.ts:1 delivery may import no jose'],
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
    title: 'a library with a port around it is imported by its wrapper alone',
    rule: wrappersAreAlone,
    planted: [
      ['packages/kit/src/a.ts', "import express from 'express';", 'packages/kit/src/a.ts:1 express belongs to packages/host'],
      [
        'services/audit/src/a.test.ts',
        "import { connect } from 'amqplib';",
        'services/audit/src/a.test.ts:1 amqplib belongs to packages/bus and packages/testing',
      ],
      ['tools/a.ts', "import mysql from 'mysql2/promise';", 'tools/a.ts:1 mysql2/promise belongs to packages/store and packages/testing'],
      ['packages/cache/src/a.ts', "import { Redis } from 'ioredis';"],
    ],
  },
  {
    title: 'what does no I/O imports nothing that could',
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
    title: 'paths stay inside of their package',
    rule: pathsStayInside,
    planted: [
      [
        'services/audit/src/a.ts',
        "import { b } from '../../toggles/src/b.ts';",
        'services/audit/src/a.ts:1 ../../toggles/src/b.ts reaches into another package',
      ],
      ['services/audit/src/a/b.ts', "import { b } from '../b.ts';"],
    ],
  },
];

describe('arrows', () => {
  const code = readCode();

  for (const { title, rule, planted } of cases) {
    it(title, () => deepEqual(rule(code), []));
    it(`${title}: reports what is planted`, () => {
      for (const [path, text, ...findings] of planted) deepEqual(rule([{ path, text }]), findings);
    });
  }

  const services = readdirSync(join(root, 'services')).filter((name) => name !== 'standalone');
  for (const [name, wrappers] of Object.entries(wrapped)) {
    it(`${name} can be found from its wrapper and from no service`, () => {
      for (const wrapper of wrappers) ok(canFind(name, join(root, wrapper)), `${name} from ${wrapper}`);
      for (const service of services) ok(!canFind(name, join(root, 'services', service, 'src')), `${name} from ${service}`);
    });
  }

  it('reads every way of importing, and none out of comments and strings', () => {
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

  it('looks at the whole workspace', () => {
    const members = new Set(code.map(({ path }) => path.split('/', 2).join('/')));
    for (const location of ['packages/contracts', 'packages/host', 'services/toggles', 'services/standalone', 'test/architecture']) {
      equal(members.has(location), true, location);
    }
  });
});
