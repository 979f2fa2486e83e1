export const serverTexts = {
  lacks: (permission: string) => `You lack the permission ${permission} here.`,
} as const;
