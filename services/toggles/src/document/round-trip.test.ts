import { describeRoundTrip } from './round-trip.suite.ts';

describeRoundTrip(12);
