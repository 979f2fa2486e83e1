// Imported dynamically. A bundle of a CommonJS package has no names without a static import.
export { buildConnector, EnvHttpProxyAgent, fetch } from 'undici';
