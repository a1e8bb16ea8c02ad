// Recovery codes: ten single-use codes, shown once. Only hashes are stored; 80 random bits need no slow hash.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { normalizeCode, recoveryCodeBytes, recoveryCodeCount, recoveryCodeOf } from '#domain/second-factor.ts';
import type { AnyContext, Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { mailSecurityNotice } from './mails.ts';
import type { PersonRecord } from './people.ts';

/** Replaces all earlier codes. */
export async function issueRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => recoveryCodeOf(randomBytes(recoveryCodeBytes)));
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashOf(code) })))
    .execute();
  return codes;
}

/** Consumes a code and notifies its owner. One of several concurrent attempts succeeds. */
export async function spendRecoveryCode(ctx: AnyContext, person: PersonRecord, code: string): Promise<void> {
  const used = await ctx.db
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<Date>`now()` })
    .where('userId', '=', person.id)
    .where('codeHash', '=', hashOf(code))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  if (!used) throw refused('factor.wrong-recovery-code', { path: 'code' });
  await mailSecurityNotice(ctx, person, 'recovery-code-used');
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

const hashOf = (code: string): Buffer => createHash('sha256').update(normalizeCode(code)).digest();
