export const logInTexts = {
  logIn: {
    title: 'Log in',
    username: 'User name',
    submit: 'Log in',
    firstStart: 'First start? The user name and password stand in the terminal in which the server was started.',
    expired: 'You have been logged out. Log in again; your work is kept.',
    forgotten: 'Forgotten your password?',
    or: 'or',
    chosen: 'Your password is set. Log in with it.',
    mustEnroll: 'Your role requires a second factor. Set one up to go on.',
    goOn: 'I have kept them, go on',
  },
  password: {
    welcome: 'Welcome. Choose a password',
    another: 'Choose another password',
    isFor: (name: string) => `For ${name}.`,
    submit: 'Set password',
    isStrong: 'This password is strong enough.',
    toLogIn: 'To the log-in',
  },
  signUp: {
    title: 'Join',
    submit: 'Create my account',
    name: 'Name',
    email: 'E-mail address',
  },
  forgotten: {
    title: 'Forgotten your password?',
    email: 'E-mail address of your account',
    submit: 'Send a link',
    sent: (email: string) => `If somebody here has the address ${email}, a link is on its way. It is valid for a day.`,
  },
} as const;
