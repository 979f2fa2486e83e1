/* oxlint-disable import/no-unassigned-import -- importing a suite declares its tests */
// Journeys that share one running product. Each may also run alone: `npm test -- --only test/journeys/shared/links.suite.ts`.
import './shared/links.suite.ts';
import './shared/metrics.suite.ts';
import './shared/new-token.suite.ts';
import './shared/own-writes.suite.ts';
import './shared/published-clients.suite.ts';
import './shared/shop.suite.ts';
import './shared/toggle-reaches-application.suite.ts';
// The last one stops the product.
import './shared/streams-end.suite.ts';
