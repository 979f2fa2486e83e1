import { deepEqual, equal, notDeepEqual, notEqual, ok } from 'node:assert/strict';
import { After, Before, type DataTable, Given, setDefaultTimeout, setWorldConstructor, Then, When, World } from '@cucumber/cucumber';
import { eventually } from '@signalbox/testing/eventually';
import { adapters, sdkAdapter } from './adapters.ts';
import type { BackendAddress } from './backend.ts';
import type { Details, EventDetails, EventName, FlagType, Question, Sdk } from './sdk.ts';

/** Parameters of a run, which Cucumber passes to each scenario. */
export interface RunParameters {
  readonly adapter: string;
  readonly address: BackendAddress;
  /** Reasons of skips by tag. */
  readonly undeclared: Readonly<Record<string, string>>;
}

const readyMs = 30_000;
const eventMs = 12_000;
setDefaultTimeout(60_000);

class Scenario extends World<RunParameters> {
  sdk: Sdk | undefined;
  question: Question = { type: 'Boolean', key: '', fallback: false };
  context: Record<string, never> = {};
  details: Details | undefined;
  remembered: unknown;
  exceptions: unknown[] = [];
  stopMs = 0;
  wasPending = false;
  changed: readonly string[] = [];
  readonly events = new Map<EventName, EventDetails[]>();

  get opened(): Sdk {
    ok(this.sdk, 'the scenario has a provider');
    return this.sdk;
  }

  get evaluated(): Details {
    ok(this.details, 'the flag was evaluated');
    return this.details;
  }

  async control(call: string): Promise<void> {
    const { status } = await fetch(`${this.parameters.address.controlUrl}/${call}`, { method: 'POST' });
    equal(status, 200, call);
  }

  open(): Promise<void> {
    const adapter = [...adapters, sdkAdapter].find(({ id }) => id === this.parameters.adapter);
    ok(adapter, this.parameters.adapter);
    this.sdk = adapter.open(this.parameters.address);
    return this.sdk.register();
  }

  async attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.exceptions.push(error));
  }

  /** Waits for an event that no earlier step has awaited. */
  async take(event: EventName, limitMs = eventMs): Promise<EventDetails> {
    const received = this.events.get(event);
    ok(received, `the scenario has a handler of ${event} events`);
    return eventually(() => received.shift() ?? Promise.reject(new Error(`no ${event} event`)), limitMs);
  }
}

setWorldConstructor(Scenario);

Before(async function (this: Scenario, { pickle }) {
  const { undeclared } = this.parameters;
  const missing = pickle.tags.map(({ name }) => name).find((name) => undeclared[name] !== undefined);
  if (missing !== undefined) {
    this.log(`${missing}: ${undeclared[missing]}`);
    return 'skipped';
  }
  await this.control('start?config=default');
  return undefined;
});

After(async function (this: Scenario) {
  await this.sdk?.close();
});

Given('a stable provider', async function (this: Scenario) {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The provider is not ready.')), readyMs);
  await Promise.race([this.open(), late.promise]).finally(() => clearTimeout(timer));
});

Given(/^a (?:unavailable|error) provider$/, async function (this: Scenario) {
  await this.control('stop');
  this.open().catch(() => undefined);
});

Given(
  /^a (Boolean|String|Integer|Float|Object)-flag with key "(.*)" and a (?:default|fallback) value "(.*)"$/,
  function (this: Scenario, type: FlagType, key: string, text: string) {
    this.question = { type, key, fallback: valueOf(type, text) };
  },
);

Given(/^a context containing a targeting key with value "(.*)"$/, function (this: Scenario, targetingKey: string) {
  Object.assign(this.context, { targetingKey });
});

Given(
  /^a context containing a key "(.*)", with type "(.*)" and with value "(.*)"$/,
  function (this: Scenario, key: string, type: FlagType, text: string) {
    Object.assign(this.context, { [key]: valueOf(type, text) });
  },
);

Given(/^a context containing a key "(.*)" with null value$/, function (this: Scenario, key: string) {
  Object.assign(this.context, { [key]: null });
});

Given(/^a (ready|error|stale|change) event handler$/, function (this: Scenario, event: EventName) {
  const received: EventDetails[] = [];
  this.events.set(event, received);
  this.opened.on(event, (details = {}) => void received.push(details));
});

When(/^the flag was evaluated with details(?: asynchronously)?$/, async function (this: Scenario) {
  await this.attempt(async () => {
    const pending = this.opened.evaluate(this.question, this.context);
    this.wasPending = pending instanceof Promise;
    this.details = await pending;
  });
});

When('the resolved value is remembered', function (this: Scenario) {
  this.remembered = this.evaluated.value;
});

When('the flag was modified', function (this: Scenario) {
  return this.control('change');
});

When('a ready event was fired', async function (this: Scenario) {
  await this.take('ready');
});

When('the connection is lost', function (this: Scenario) {
  return this.control('stop');
});

When('the connection is restored', function (this: Scenario) {
  return this.control('start?config=default');
});

When('the provider is shut down', async function (this: Scenario) {
  const begin = performance.now();
  await this.attempt(() => this.opened.shutDown());
  this.stopMs = performance.now() - begin;
});

When('the provider is initialized again', async function (this: Scenario) {
  await this.attempt(() => this.opened.initialize());
});

Then(/^the resolved details value should be "(.*)"$/, function (this: Scenario, text: string) {
  deepEqual(this.evaluated.value, valueOf(this.question.type, text));
});

Then('the resolved details value should have changed', function (this: Scenario) {
  notDeepEqual(this.evaluated.value, this.remembered);
});

Then('the resolved object value should contain', function (this: Scenario, table: DataTable) {
  const value = this.evaluated.value as Record<string, unknown>;
  for (const { key = '', type, value: text = '' } of table.hashes()) deepEqual(value[key], valueOf(type as FlagType, text), key);
});

Then('the resolved metadata should contain', function (this: Scenario, table: DataTable) {
  for (const { key = '', metadata_type: type, value = '' } of table.hashes())
    equal(this.evaluated.flagMetadata[key], valueOf(type as FlagType, value));
});

Then(/^the (variant|reason|flag key|error-code) should be "(.*)"$/, function (this: Scenario, name: string, text: string) {
  const { variant, reason, flagKey, errorCode } = this.evaluated;
  equal({ variant, reason, 'flag key': flagKey, 'error-code': errorCode }[name] ?? '', text);
});

Then('the error message should be empty', function (this: Scenario) {
  equal(this.evaluated.errorMessage ?? '', '');
});

Then('the evaluation should complete without blocking', function (this: Scenario) {
  ok(this.wasPending);
});

Then('no exception should have been thrown', function (this: Scenario) {
  deepEqual(this.exceptions, []);
});

Then(
  /^the (ready|error|stale|change) event handler should have been executed(?: within (\d+)ms)?$/,
  async function (this: Scenario, event: EventName, limit: string | null) {
    const details = await this.take(event, limit === null ? eventMs : Number(limit));
    if (event === 'change') this.changed = details.flagsChanged ?? [];
  },
);

Then('the flag should be part of the event payload', function (this: Scenario) {
  ok(this.changed.includes(this.question.key), JSON.stringify(this.changed));
});

Then(/^the client should be in (ready|error|stale) state$/, async function (this: Scenario, state: string) {
  await eventually(() => equal(this.opened.status, state.toUpperCase()), eventMs);
});

Then(/^the provider status should be "(.*)"$/, async function (this: Scenario, state: string) {
  await eventually(() => equal(this.opened.status, state), eventMs);
});

Then('the provider metadata name should not be empty', function (this: Scenario) {
  notEqual(this.opened.providerName, '');
});

Then(/^the shutdown should have completed within (\d+)ms$/, function (this: Scenario, limit: string) {
  ok(this.stopMs <= Number(limit), `${this.stopMs} ms`);
});

/** The value of a text in a scenario, which escapes quotation marks of JSON. */
function valueOf(type: FlagType, text: string): unknown {
  if (type === 'Boolean') return text === 'true';
  if (type === 'Integer' || type === 'Float') return Number(text);
  return type === 'Object' ? JSON.parse(text.replaceAll('\\"', '"')) : text;
}
