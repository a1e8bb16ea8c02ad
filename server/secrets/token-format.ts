// The format of access tokens: `daybook_`, forty random letters and digits, and a checksum of six. The prefix lets secret scanners
// find one in a repository; the checksum distinguishes a token from text that only looks like one.

import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** 238 bits: cannot be guessed, so a fast hash is sufficient for storing it. */
const randomLength = 40;
const checksumLength = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function newAccessToken(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `daybook_${random}${tokenChecksum(random)}`;
}

/** Whether the text has the format of our tokens; other text is refused without a database query. */
export function isAccessToken(text: string): boolean {
  const [, random, checksum] = /^daybook_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  return random !== undefined && checksum === tokenChecksum(random);
}

/** The same hash as in open_token_request (SQL). */
export const accessTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** CRC-32 in base 62, most significant first. */
function tokenChecksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < checksumLength; place += 1) {
    text = `${alphabet[rest % alphabet.length]}${text}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
