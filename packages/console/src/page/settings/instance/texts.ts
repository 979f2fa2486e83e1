export const instanceTexts = {
  origins: {
    about: 'Whose pages may ask for features from a browser. Applications on servers and phones are not concerned.',
    origins: 'Origins',
    hint: 'One on each line, such as https://shop.example. A single * lets all pages ask.',
    save: 'Save origins',
    saved: 'The origins were saved.',
  },
  maintenance: {
    about: 'While it is on, changes are refused for everybody, and applications are answered as ever.',
    switch: 'Maintenance mode',
    isOn: 'On: nobody can change anything.',
    isOff: 'Off: everything works.',
    turnedOn: 'Maintenance mode is on.',
    turnedOff: 'Maintenance mode is off.',
  },
  deadLetters: {
    about: 'Messages between services that could not be handled. Nothing is lost: send them again when the cause is gone.',
    none: 'No dead letters',
    message: 'Message',
    reason: 'Reason',
    failed: 'Failed',
    replay: 'Send again',
    replayAll: 'Send all again',
    replayed: (count: number, failure: string | null) =>
      failure === null ? `${count} sent again.` : `${count} sent again, then it failed: ${failure}`,
    delete: 'Delete message',
    deleteAbout: 'What it says is never handled.',
  },
} as const;
