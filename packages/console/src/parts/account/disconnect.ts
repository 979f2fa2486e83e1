import { confirm } from '../form/confirm.tsx';

/** Asks before one or several agents are disconnected. */
export const disconnect = (agents: string, act: () => Promise<unknown>): void =>
  confirm({
    title: `Disconnect ${agents}?`,
    about: 'Access ends immediately. Changes that were made or proposed remain.',
    submitTitle: 'Disconnect',
    act,
    done: `Disconnected ${agents}.`,
  });
