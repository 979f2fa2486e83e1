import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

const block = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]*-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

/**
 * The certificates in a text, each as the bare PEM block that node-saml requires: there may be other text around them, or one without
 * header lines. Throws without any, or for a key that node-saml cannot use.
 */
export function certificatesIn(text: string): string[] {
  const blocks = text.match(block) ?? [`-----BEGIN CERTIFICATE-----\n${text.replaceAll(/\s+/g, '')}\n-----END CERTIFICATE-----`];
  return blocks.map((each) => {
    const certificate = new X509Certificate(each);
    refuseOtherKey(certificate.publicKey);
    return certificate.toString();
  });
}

/** The private key in a text, as a bare PEM block. Throws like `certificatesIn`. */
export function privateKeyIn(text: string): string {
  const key = createPrivateKey(text);
  refuseOtherKey(key);
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** node-saml implements only RSA signatures. */
function refuseOtherKey({ asymmetricKeyType }: KeyObject): void {
  if (asymmetricKeyType !== 'rsa') throw new Error(`The key must be an RSA key; got ${asymmetricKeyType}.`);
}
