import { Type, type Static } from 'typebox';

/** Progress of a project: without features, with features that no application has evaluated yet, or in use. */
export const OnboardingStatus = Type.Union([
  Type.Object({ status: Type.Enum(['onboarding-started', 'onboarded']) }),
  Type.Object({ status: Type.Literal('first-flag-created'), feature: Type.String() }),
]);
export type OnboardingStatus = Static<typeof OnboardingStatus>;
