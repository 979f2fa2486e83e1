import { Failure } from '@signalbox/contracts';
import { datadog } from './datadog.ts';
import type { Provider } from './provider.ts';
import { slack, slackApp } from './slack.ts';
import { teams } from './teams.ts';
import { webhook } from './webhook.ts';

/** Every kind of receiver, in the order in which consoles offer them. */
export const providers: readonly Provider[] = [webhook, slack, slackApp, teams, datadog];

/** 400 for a provider that there is not. */
export function findProvider(name: string): Provider {
  const found = providers.find(({ definition }) => definition.name === name);
  if (found) return found;
  const names = providers.map(({ definition }) => definition.name).join(', ');
  throw new Failure('BadDataError', `There is no such provider. Use one of ${names}.`, { path: 'provider' });
}
