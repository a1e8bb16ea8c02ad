// What an access token looks like: `daybook_`, forty random letters and digits, and a checksum of six. The prefix lets
// secret scanners find one in a repository, the checksum lets them (and us) tell a token from what only looks like one.

import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** 238 bits: nobody guesses one, so a fast hash is enough to keep it. */
const randomLength = 40;
const checksumLength = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function newAccessToken(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `daybook_${random}${checksumOf(random)}`;
}

/** Whether it could be a token of ours at all; what could not is refused without asking the database. */
export function isAccessToken(text: string): boolean {
  const [, random, checksum] = /^daybook_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  return random !== undefined && checksum === checksumOf(random);
}

/** As open_token_request computes it in SQL. */
export const accessTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** CRC-32 in base 62, most significant first. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < checksumLength; place += 1) {
    text = `${alphabet[rest % alphabet.length]}${text}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
