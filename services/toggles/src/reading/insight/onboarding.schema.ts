import { Type, type Static } from 'typebox';

/** How far a project has come: without features, with features that no application has asked for, or in use. */
export const OnboardingStatus = Type.Union([
  Type.Object({ status: Type.Enum(['onboarding-started', 'onboarded']) }),
  Type.Object({ status: Type.Literal('first-flag-created'), feature: Type.String() }),
]);
export type OnboardingStatus = Static<typeof OnboardingStatus>;
