// Notifications on devices (Web Push): on which devices of the person they are on, and the hours without them. Their kinds are
// those of the emails (notices.ts).

import { z } from 'zod';
import { maxPushAddressLength, pushAddressOf } from '#domain/push.ts';
import { maxSessions } from '#domain/sessions.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, timeZone } from './fields.ts';

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .describe('Time of day: 22:00');

const quietHours = z
  .strictObject({ from: time, to: time, zone: timeZone })
  .refine(({ from, to }) => from !== to, { path: ['to'], params: { code: 'field.invalid' } })
  .describe('Every day; over midnight if `to` is before `from`. What falls into them is held back until they end');

const pushState = z
  .object({
    publicKey: z
      .string()
      .nullable()
      .describe('The applicationServerKey of this installation; null if its operator has turned notifications off'),
    devices: z
      .array(
        z.object({
          id,
          userAgent: z.string(),
          createdAt: instant,
          isCurrent: z.boolean().describe('Whether it is the device of this session'),
        }),
      )
      .max(maxSessions),
    endpointHash: z
      .string()
      .nullable()
      .describe(
        'SHA-256 of the `endpoint` that the device of this session has sent, as base64url: if the browser has another one by now, or none, it subscribes again. Null: notifications are off there',
      ),
    quietHours: quietHours.nullable(),
  })
  .meta({ id: 'PushState' });
export type PushState = z.infer<typeof pushState>;

const address = z
  .string()
  .max(maxPushAddressLength)
  .refine((text) => pushAddressOf(text) !== null, { params: { code: 'field.invalid' } })
  .describe('The `endpoint` of the PushSubscription: https');

/** Lengths of a P-256 point and of 16 bytes. */
const subscription = {
  endpoint: address,
  p256dh: z.string().regex(/^B[\w-]{86}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
};

export const pushEndpoints = {
  getPush: endpoint({
    method: 'GET',
    path: '/account/push',
    can: 'verified',
    summary: 'On which devices of the person notifications are on, newest first, and the hours without them',
    input: z.strictObject({}),
    output: pushState,
  }),
  addPushDevice: endpoint({
    method: 'POST',
    path: '/account/push/devices',
    can: 'verified',
    rateLimit: 'device',
    summary: 'Turn notifications on for the device of this session, until the session ends',
    input: z.strictObject(subscription),
    output: pushState,
    refuses: ['push.off', 'push.address-refused'],
  }),
  removePushDevice: endpoint({
    method: 'DELETE',
    path: '/account/push/devices/{deviceId}',
    can: 'verified',
    summary: 'Turn notifications off for a device',
    input: z.strictObject({ deviceId: id }),
    output: pushState,
    refuses: ['push.missing'],
  }),
  setQuietHours: endpoint({
    method: 'PUT',
    path: '/account/push/quiet-hours',
    can: 'verified',
    summary: 'Set the hours without notifications on devices, or null for none',
    input: z.strictObject({ quietHours: quietHours.nullable() }),
    output: pushState,
  }),
};
