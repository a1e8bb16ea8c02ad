// Notifications in this browser: whether it can show them, and its subscription at the push service of its vendor. The service worker
// shows them (client/service-worker.js).

import type { ApiInput } from '../../api.ts';
import { unsubscribeDevice } from '../../routing/push-subscription.ts';
import { isIosTab } from '../../ui/ios.ts';

/** `install-first`: on iPhone and iPad only the installed application may. */
export type DeviceState = 'unsupported' | 'install-first' | 'blocked' | 'unsubscribed' | 'subscribed';

export async function readDevice(): Promise<DeviceState> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || !('PushManager' in window) || !('Notification' in window))
    return isIosTab() ? 'install-first' : 'unsupported';
  const permission = await readPermission();
  if (permission === 'denied') return 'blocked';
  const subscription = await registration.pushManager.getSubscription();
  return subscription && permission === 'granted' ? 'subscribed' : 'unsubscribed';
}

/** Of the site, as the settings of the browser show it. Older browsers know it only as a property of notifications. */
const readPermission = (): Promise<string> =>
  navigator.permissions.query({ name: 'notifications' }).then(
    ({ state }) => state,
    () => Notification.permission,
  );

/** The browser asks the user, so it is called by a click. */
export const mayNotify = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted';

/** A new subscription: an earlier one may belong to another key, or to another person. */
export async function subscribeDevice(publicKey: string): Promise<ApiInput<'POST /account/push/devices'>> {
  await unsubscribeDevice();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}
