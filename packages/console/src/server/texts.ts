export const serverTexts = {
  lacks: (permission: string) => `You need the ${permission} permission.`,
} as const;
