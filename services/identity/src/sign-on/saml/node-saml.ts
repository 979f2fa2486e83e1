// Imported dynamically. A bundle of a CommonJS package has no names without a static import.
export { SAML } from '@node-saml/node-saml';
