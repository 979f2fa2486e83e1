import { describeAgreement } from './unleash-client.suite.ts';

describeAgreement(40_000);
