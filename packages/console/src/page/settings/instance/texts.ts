export const instanceTexts = {
  origins: {
    about: 'Websites that can use the frontend API from a browser. Server and mobile SDKs are not affected.',
    origins: 'Allowed origins',
    hint: 'One per line, such as https://shop.example. Use * to allow all websites.',
    save: 'Save origins',
    saved: 'Origins saved.',
  },
  relays: {
    about: 'Relays and Unleash Edge instances that fetch features here, or from each other. Each reports every minute.',
    none: 'No relay has reported within the last hour',
    relay: 'Relay',
    behind: (id: string, via: string) => `${id}, behind ${via}`,
    version: 'Version',
    region: 'Region',
    streams: 'Streams',
    lag: 'Features',
    lagOf: (revisions: number | null) => {
      if (revisions === null) return 'Unknown';
      if (revisions === 0) return 'Current';
      return revisions === 1 ? '1 revision behind' : `${revisions} revisions behind`;
    },
    started: 'Started',
    reported: 'Last report',
  },
  maintenance: {
    about: 'In maintenance mode no one can make changes. Applications are served as usual.',
    switch: 'Maintenance mode',
    isOn: 'On: no one can make changes.',
    isOff: 'Off: everything works normally.',
    turnedOn: 'Maintenance mode is on.',
    turnedOff: 'Maintenance mode is off.',
  },
  deadLetters: {
    about: 'Messages between services that could not be processed. Fix the cause, then retry them.',
    none: 'No dead letters',
    message: 'Message',
    reason: 'Reason',
    failed: 'Failed',
    replay: 'Retry',
    replayAll: 'Retry all',
    replayed: (count: number, failure: string | null) =>
      failure === null ? `Retried ${count}.` : `Retried ${count}, then stopped: ${failure}`,
    delete: 'Delete message',
    deleteAbout: 'The message will never be processed.',
  },
} as const;
