// Notifications on devices (Web Push): limits, and which subscriptions are plausible. Whether an address may be called is decided
// when it is (server/ports/push/public-address.ts).

/** Attempts to deliver one notification: about half an hour. */
export const maxPushAttempts = 8;

/** How long a push service keeps a notification for a device that is off. */
export const pushLifetimeSeconds = 24 * 60 * 60;

export const maxPushAddressLength = 1_000;

/** Paths of the push services are long random texts; some have no further part. */
export const pushAddressOf = (text: string): URL | null => {
  const url = URL.parse(text);
  const isPlain =
    url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  return isPlain ? url : null;
};
