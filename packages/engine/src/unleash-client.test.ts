import { describeAgreement } from './unleash-client.suite.ts';

describeAgreement(5000);
