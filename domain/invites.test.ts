import { expect, test } from 'vitest';
import {
  inviteLifetimeDays,
  inviteNotPendingRefusal,
  inviteResendRefusal,
  inviteState,
  resendRefusals,
} from './invites.ts';

const now = new Date('2026-11-16T09:00:00Z');
const open = { acceptedAt: null, revokedAt: null, expiresAt: new Date('2026-11-20T09:00:00Z') };
const expired = { ...open, expiresAt: now };
const accepted = { ...open, acceptedAt: now };
const revoked = { ...open, revokedAt: now };
const refused = { code: 'invite.not-pending' };

test.each([
  ['pending', open, null, null],
  ['expired', expired, refused, null],
  ['accepted', accepted, refused, refused],
  ['revoked', revoked, refused, refused],
] as const)('whether an invite that is %s can be changed and sent again', (state, invite, change, resend) => {
  expect(inviteState(invite, now)).toBe(state);
  expect(inviteNotPendingRefusal(invite, now)).toEqual(change);
  expect(inviteResendRefusal(invite, now)).toEqual(resend);
});

test('an accepted invite stays accepted after it would have expired', () => {
  expect(inviteState({ ...accepted, expiresAt: new Date(0) }, now)).toBe('accepted');
});

test('an invite is valid until the last millisecond of its two weeks', () => {
  expect(inviteLifetimeDays).toBe(14);
  expect(inviteState({ ...open, expiresAt: new Date(now.getTime() + 1) }, now)).toBe('pending');
});

test('of several invites as many are sent again as seats are free and invites are left, in their order', () => {
  const list = [expired, open, expired, accepted, open, open].map((invite, index) => ({
    ...invite,
    id: String(index),
    isRepeated: index === 1,
  }));
  const codes = (room: Parameters<typeof resendRefusals>[1]) => {
    const refusals = resendRefusals(list, room, now);
    return list.map(({ id }) => refusals.get(id)?.code ?? 'sent');
  };
  expect(codes({ seats: 5, seatsFree: 1, allowance: null })).toEqual([
    'sent',
    'invite.too-often',
    'seats.none-free',
    'invite.not-pending',
    'sent',
    'sent',
  ]);
  expect(codes({ seats: 5, seatsFree: 2, allowance: { most: 20, left: 2 } })).toEqual([
    'sent',
    'invite.too-often',
    'sent',
    'invite.not-pending',
    'invite.too-many-today',
    'invite.too-many-today',
  ]);
});
