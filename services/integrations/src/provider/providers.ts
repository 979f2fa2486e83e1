import { Failure } from '@signalbox/contracts';
import { datadog } from './datadog.ts';
import type { Provider } from './provider.ts';
import { slack, slackApp } from './slack.ts';
import { teams, teamsWorkflow } from './teams.ts';
import { webhook } from './webhook.ts';

/** All providers, in display order. */
export const providers: readonly Provider[] = [webhook, slack, slackApp, teams, teamsWorkflow, datadog];

/** Throws 400 for an unknown provider. */
export function findProvider(name: string): Provider {
  const found = providers.find(({ definition }) => definition.name === name);
  if (found) return found;
  const names = providers.map(({ definition }) => definition.name).join(', ');
  throw new Failure('BadDataError', `provider must be one of ${names}; got ${name}`, { path: 'provider' });
}
