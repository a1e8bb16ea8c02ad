// Encrypts secrets that the product must read again, such as those of authenticator apps: AES-256-GCM with a key derived from
// APP_SECRET, so that a copy of the database alone reveals nothing. `context` names the owner and is authenticated: a row that is
// copied to another owner cannot be decrypted.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

type Binding = { secret: string; purpose: string; context: string };

const nonceBytes = 12;
const tagBytes = 16;

export function seal(text: string, binding: Binding): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(binding), nonce).setAAD(Buffer.from(binding.context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null if it was sealed with another secret, purpose or context, or was modified. */
export function unseal(sealed: Buffer, binding: Binding): string | null {
  try {
    const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', keyOf(binding), sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(binding.context)).setAuthTag(tag);
    const text = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    return null;
  }
}

/** Each purpose has its own key: values sealed for one cannot be decrypted for another. */
const keyOf = ({ secret, purpose }: Binding): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
