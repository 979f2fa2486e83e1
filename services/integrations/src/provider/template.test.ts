import { deepEqual, equal, throws } from 'node:assert/strict';
import type { SentEvent } from './provider.ts';
import { checkTemplate, fillTemplate, isTemplate } from './template.ts';

const event: SentEvent = {
  id: 7,
  type: 'feature-created',
  createdBy: 'alice & bob',
  createdByUserId: 7,
  createdAt: '2026-03-01T00:00:00.000Z',
  project: 'shop',
  environment: null,
  featureName: 'checkout',
  data: { name: 'checkout', toString: 'own', count: 0, nested: { deep: [1, 2] } },
  preData: null,
  tags: Array.from({ length: 10 }, (_, index) => ({ type: 'simple', value: `tag ${index}` })),
};

describe('a body template', () => {
  const filled = (template: string) => fillTemplate(template, event);

  it('follows Mustache: names, paths, sections, missing values', () => {
    equal(filled('{{event.featureName}} {{event.environment}}|{{nothing}}|{{event.data.nested.deep.1}}'), 'checkout ||2');
    equal(filled('{{event.createdBy}} {{{event.createdBy}}}'), 'alice &amp; bob alice & bob');
    equal(filled('{{#event}}{{type}} {{event.id}}{{/event}}{{^event.preData}} before{{/event.preData}}'), 'feature-created 7 before');
    equal(filled('{{#event.data.nested.deep}}[{{.}}]{{/event.data.nested.deep}}{{! a comment }}'), '[1][2]');
    equal(filled('{{event.data.count}} {{event.tags.length}}'), '0 10');
    equal(filled('{{=<% %>=}}<% event.project %>'), 'shop');
  });

  it('fills the templates of Unleash', () => {
    const odd = { ...event, createdBy: 'DOMAIN\\ann "x"\n' };
    const template = '{"event":"{{event.type}}","by":"{{event.createdBy.none}}","text":"{{eventMarkdown}}","json":{{{eventJson}}}}';
    deepEqual(JSON.parse(fillTemplate(template, odd)), {
      event: 'feature-created',
      by: '',
      text: '**DOMAIN\\ann &quot;x&quot; ** · Feature created: **checkout** (project **shop**)',
      json: odd,
    });
  });

  it('writes any value as JSON', () => {
    const odd = { ...event, createdBy: 'DOMAIN\\ann "x"\n', data: { description: '\u2028</b>' } };
    const template =
      '[{{{json.event.createdBy}}},{{{json.event.data}}},{{{json.event.none}}},{{#event.data}}{{{json.description}}}{{/event.data}}]';
    deepEqual(JSON.parse(fillTemplate(template, odd)), [odd.createdBy, odd.data, null, odd.data.description]);
  });

  it('neither finds inherited properties nor calls functions', () => {
    for (const path of [
      'constructor',
      'event.constructor',
      'event.__proto__',
      'event.tags.map',
      'event.type.length',
      'event.hasOwnProperty',
    ])
      equal(filled(`{{${path}}}{{#${path}}}x{{/${path}}}`), '', path);
    equal(filled('{{event.data.toString}}'), 'own');
  });

  it('fails when its output becomes too large', () => {
    const sections = (depth: number): string => (depth === 0 ? 'x' : `{{#event.tags}}${sections(depth - 1)}{{/event.tags}}`);
    equal(filled(sections(3)).length, 1000);
    throws(() => filled(sections(8)), /nested too deeply/);
    throws(() => filled('{{{json.event}}}'.repeat(1000)), /more than/);
    throws(() => filled(`{{#event.tags}}${'x'.repeat(30_000)}{{/event.tags}}`), /more than/);
  });

  it('is refused if its syntax is invalid', () => {
    for (const wrong of ['{{#a}}', '{{#a}}{{/b}}', '{{a', '{{=x=}}', '{{/a}}'])
      throws(() => checkTemplate(wrong), { name: 'BadDataError' }, wrong);
    checkTemplate('{{event.type}}');
  });

  it('has at least two characters', () => {
    equal([undefined, '', ' ', '{}'].map(isTemplate).join(), 'false,false,false,true');
  });
});
