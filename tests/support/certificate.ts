// A self-signed certificate for a server of the tests, so that no private key is stored anywhere: X.509 in DER, by hand.

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, oid('2a8648ce3d040302'));
  const subject = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(name)))));
  const day = 24 * 60 * 60_000;
  const validity = der(0x30, time(Date.now() - day), time(Date.now() + day));
  const names = der(0x30, oid('551d11'), der(0x04, der(0x30, der(0x82, Buffer.from(name)))));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, der(0x30, names)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]));
  const cert = der(0x30, content, algorithm, signature).toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length > 255 ? [0x82, length >> 8, length & 255] : [0x81, length];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

/** UTCTime: 261126120000Z. */
const time = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
