import assert from 'node:assert/strict';
import { eventDefinitions } from './catalogue.ts';
import { describeEvents } from './describe-events.ts';

const rowOf = (type: string): string | undefined =>
  describeEvents()
    .split('\n')
    .find((line) => line.startsWith(`| \`${type}\``));

/** `service type` of each row. */
const rowsIn = (text: string): string[] =>
  text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => [...section.matchAll(/^\| `([a-z-]+)`/gm)].map((match) => `${section.split('\n')[0]} ${match[1]}`));

describe('the page of events', () => {
  it('has one row per event, under its service', () => {
    const events = [...eventDefinitions.values()].map((event) => `${event.service} ${event.type}`);
    assert.deepEqual(rowsIn(describeEvents()), events.sort());
  });

  it('names the specified kinds that no service emits', () => {
    const [, never = ''] = describeEvents().split('## Types that are never emitted');
    assert.match(never, /`banner-created`.*`setting-deleted`/);
    assert.doesNotMatch(never, /`feature-created`/);
  });

  it('shows scope, content and effect of an event', () => {
    assert.equal(
      rowOf('feature-environment-variants-updated'),
      '| `feature-environment-variants-updated` | the variants of a feature in one environment are updated ' +
        '| `project`, `environment`, `featureName` | `variants` | `variants` | feature |',
    );
    assert.match(rowOf('feature-archived') ?? '', /\| - \| - \| feature \|$/);
    assert.match(rowOf('default-strategy-updated') ?? '', /\| `name`, `title\?`.* \| null, or `name`, `title\?`.* \| - \|$/);
  });

  it('omits withheld fields', () => {
    assert.doesNotMatch(rowOf('api-token-created') ?? '`secret`', /`secret\??`/);
    assert.doesNotMatch(rowOf('addon-config-created') ?? '`parameters`', /`parameters\??`/);
  });

  it('has six cells in every table row', () => {
    const rows = describeEvents()
      .split('\n')
      .filter((line) => line.startsWith('|'));
    assert.deepEqual(
      rows.filter((line) => line.split('|').length !== 8),
      [],
    );
  });
});
