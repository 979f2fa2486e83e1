/** SDKs for which code is generated. */
export const clients = ['unleash-client', 'unleash-proxy-client', 'react', 'vue'] as const;

/** An SDK for which code is generated. */
export type Client = (typeof clients)[number];

/** The imports and the typed functions of an SDK. */
export interface ClientCode {
  readonly imports: string;
  readonly code: string;
}

/** The client object with types: the same object at run time. */
const clientObject = (type: string, context: string): string => `/** A client that only knows the flags of this file. */
export interface FlagClient {
  isEnabled(flag: FlagName${context}): boolean;
  getVariant<Flag extends FlagName>(flag: Flag${context}): FlagVariant<Flag>;
}

/** Returns the client itself, with the types of this file. */
export const withFlags = (client: Pick<${type}, 'isEnabled' | 'getVariant'>): FlagClient => client as unknown as FlagClient;
`;

/** Code for each SDK. */
export const clientCodes: Readonly<Record<Client, ClientCode>> = {
  'unleash-client': {
    imports: `import type { Context, Unleash } from 'unleash-client';\n`,
    code: clientObject('Unleash', ', context?: Context'),
  },
  'unleash-proxy-client': {
    imports: `import type { UnleashClient } from 'unleash-proxy-client';\n`,
    code: clientObject('UnleashClient', ''),
  },
  react: {
    imports: `import { useFlag as useAnyFlag, useVariant as useAnyVariant } from '@unleash/proxy-client-react';\n`,
    code: `/** Whether a flag is on. */
export const useFlag = (flag: FlagName): boolean => useAnyFlag(flag);

/** The variant of a flag. */
export const useVariant = <Flag extends FlagName>(flag: Flag): Partial<FlagVariant<Flag>> => useAnyVariant(flag) as Partial<FlagVariant<Flag>>;
`,
  },
  vue: {
    imports: `import { useFlag as useAnyFlag, useVariant as useAnyVariant } from '@unleash/proxy-client-vue';\nimport type { Ref } from 'vue';\n`,
    code: `/** Whether a flag is on. */
export const useFlag = (flag: FlagName): Ref<boolean> => useAnyFlag(flag);

/** The variant of a flag. */
export const useVariant = <Flag extends FlagName>(flag: Flag): Ref<FlagVariant<Flag> | undefined> =>
  useAnyVariant(flag) as Ref<FlagVariant<Flag> | undefined>;
`,
  },
};
