/** A strategy of a sample feature: a rollout among users who match its conditions and one of its segments. */
interface SampleStrategy {
  readonly title?: string;
  /** Percent; 100 if omitted. */
  readonly share?: number;
  readonly segments?: readonly string[];
  /** Accepted values by context field. */
  readonly oneOf?: Readonly<Record<string, readonly string[]>>;
}

/** A feature of the sample shop, with the environments in which it is on. */
export interface SampleFeature {
  readonly name: string;
  readonly project: 'shop' | 'warehouse';
  readonly type: 'release' | 'experiment' | 'operational' | 'kill-switch' | 'permission';
  readonly description: string;
  readonly team: 'checkout' | 'search' | 'growth' | 'logistics';
  /** Environments in which it is turned on. */
  readonly on: readonly SampleEnvironment[];
  /** Strategies in production; in other environments everyone gets it. */
  readonly strategies?: readonly SampleStrategy[];
  readonly variants?: readonly string[];
  readonly parent?: string;
  readonly isStale?: boolean;
  /** Evaluations per hour at noon; 0 if no application evaluates it. */
  readonly perHour: number;
}

export const sampleEnvironments = ['development', 'staging', 'production'] as const;
export type SampleEnvironment = (typeof sampleEnvironments)[number];

const everywhere = sampleEnvironments;
const beforeProduction = ['development', 'staging'] as const;

/** Features of an online shop and its warehouse. */
export const sampleFeatures: readonly SampleFeature[] = [
  {
    name: 'express-pay',
    project: 'shop',
    type: 'release',
    description: 'Pay with one tap, using the last card.',
    team: 'checkout',
    on: everywhere,
    strategies: [
      { title: 'Beta customers', segments: ['beta-customers'] },
      { title: 'Gradual rollout', share: 25 },
    ],
    perHour: 4200,
  },
  {
    name: 'new-checkout',
    project: 'shop',
    type: 'experiment',
    description: 'A checkout on one page instead of three.',
    team: 'checkout',
    on: everywhere,
    strategies: [{ title: 'Half of the Nordic countries', share: 50, oneOf: { country: ['SE', 'NO', 'DK', 'FI'] } }],
    variants: ['one-page', 'two-pages', 'three-pages'],
    perHour: 6100,
  },
  {
    name: 'pay-by-invoice',
    project: 'shop',
    type: 'permission',
    description: 'Business customers can pay within 30 days.',
    team: 'checkout',
    on: everywhere,
    strategies: [{ title: 'Business customers', oneOf: { plan: ['business'] } }],
    perHour: 1900,
  },
  {
    name: 'gift-cards',
    project: 'shop',
    type: 'release',
    description: 'Buy and redeem gift cards.',
    team: 'checkout',
    on: beforeProduction,
    strategies: [{ title: 'Employees first', segments: ['employees'] }],
    parent: 'express-pay',
    perHour: 0,
  },
  {
    name: 'guest-checkout',
    project: 'shop',
    type: 'release',
    description: 'Check out without an account.',
    team: 'checkout',
    on: everywhere,
    perHour: 5200,
    isStale: true,
  },
  {
    name: 'search-suggestions',
    project: 'shop',
    type: 'release',
    description: 'Suggest products while the customer types.',
    team: 'search',
    on: everywhere,
    perHour: 9800,
  },
  {
    name: 'search-ranking-v2',
    project: 'shop',
    type: 'experiment',
    description: 'Rank products by purchases instead of views.',
    team: 'search',
    on: everywhere,
    strategies: [{ title: 'A tenth', share: 10 }],
    variants: ['by-sales', 'by-margin'],
    perHour: 7400,
  },
  {
    name: 'recommendations',
    project: 'shop',
    type: 'kill-switch',
    description: 'Turn it off when the recommendation service is slow.',
    team: 'search',
    on: everywhere,
    perHour: 8800,
  },
  {
    name: 'read-only-mode',
    project: 'shop',
    type: 'kill-switch',
    description: 'Stops new orders during database maintenance.',
    team: 'checkout',
    on: [],
    perHour: 3000,
  },
  {
    name: 'loyalty-points',
    project: 'shop',
    type: 'release',
    description: 'One loyalty point per krona spent.',
    team: 'growth',
    on: everywhere,
    strategies: [{ title: 'Paying customers', share: 60, oneOf: { plan: ['plus', 'business'] } }],
    perHour: 2600,
  },
  {
    name: 'same-day-delivery',
    project: 'shop',
    type: 'release',
    description: 'Orders before noon arrive in the evening.',
    team: 'growth',
    on: everywhere,
    strategies: [{ share: 25 }],
    perHour: 3600,
  },
  {
    name: 'holiday-banner',
    project: 'shop',
    type: 'release',
    description: 'Holiday banner on the front page in December.',
    team: 'growth',
    on: ['development'],
    perHour: 0,
  },
  {
    name: 'one-click-returns',
    project: 'shop',
    type: 'release',
    description: 'Returns without a printed label.',
    team: 'growth',
    on: ['development'],
    strategies: [{ title: 'Sweden', oneOf: { country: ['SE'] } }],
    perHour: 0,
  },
  {
    name: 'old-cart-drawer',
    project: 'shop',
    type: 'release',
    description: 'The cart drawer of 2019, for customers who asked for it.',
    team: 'checkout',
    on: ['production'],
    strategies: [{ title: 'Customers who asked', oneOf: { userId: ['1004', '1017', '1201'] } }],
    perHour: 40,
  },
  {
    name: 'pick-by-light',
    project: 'warehouse',
    type: 'release',
    description: 'Shelf lights show what to pick.',
    team: 'logistics',
    on: everywhere,
    strategies: [{ title: 'A third of the aisles', share: 33 }],
    perHour: 700,
  },
  {
    name: 'label-printer-v3',
    project: 'warehouse',
    type: 'operational',
    description: 'Protocol for the new label printers.',
    team: 'logistics',
    on: beforeProduction,
    perHour: 0,
  },
  {
    name: 'night-shift-planner',
    project: 'warehouse',
    type: 'experiment',
    description: 'Plan the night shift from the evening’s orders.',
    team: 'logistics',
    on: ['development'],
    perHour: 0,
  },
];
