export const serverTexts = {
  offline: 'Can’t reach the server. You can make changes when it is back.',
  lacks: (permission: string) => `You need the ${permission} permission.`,
} as const;
