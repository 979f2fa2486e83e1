export const logInTexts = {
  logIn: {
    title: 'Log in',
    username: 'Username',
    submit: 'Log in',
    firstStart: 'First time here? Find the username and password in the terminal where you started the server.',
    expired: 'Your session has ended. Log in again to continue where you left off.',
    forgotten: 'Forgot your password?',
    or: 'or',
    chosen: 'Your password is set. Log in with it.',
    mustEnroll: 'You need two-factor authentication. Set it up to continue.',
    goOn: 'I’ve saved my codes',
  },
  password: {
    welcome: 'Welcome! Choose a password',
    another: 'Choose a new password',
    isFor: (name: string) => `For ${name}.`,
    submit: 'Set password',
    isStrong: 'This password is strong enough.',
    toLogIn: 'Go to login',
  },
  signUp: {
    title: 'Sign up',
    submit: 'Create account',
    name: 'Name',
    email: 'Email address',
  },
  forgotten: {
    title: 'Forgot your password?',
    email: 'Email address of your account',
    submit: 'Send reset link',
    sent: (email: string) => `If there is an account for ${email}, we’ve sent a link. It is valid for one day.`,
  },
} as const;
