// Browsers delete what a site keeps: on iPhone and iPad after seven days without a visit, elsewhere when the device runs out of storage.
// They do not where Daybook is installed.

import { serverNow } from '../../clock.ts';
import { readStored, writeStored } from '../../storage.ts';
import { isIosTab } from '../../ui/ios.ts';

/** `home-screen`: by the menu of iOS only. `offered`: by the browser, when the person presses a button. */
export type InstallHintKind = 'home-screen' | 'offered';

/** When "Not now" was pressed on this device, in milliseconds. */
const hiddenKey = 'install-hint-hidden';

/** Long enough not to disturb people who are without a connection every day. */
const hiddenMs = 30 * 86_400_000;

let requested: Promise<unknown> = Promise.resolve();

/** Called when something is kept. Most browsers grant or deny it without asking the person. */
export function requestPersistence(): void {
  requested = navigator.storage?.persist?.().catch(() => {}) ?? requested;
}

export async function findInstallHint(): Promise<InstallHintKind | null> {
  const kind = possibleHint();
  if (kind === null || isHidden()) return null;
  await requested;
  const isPersistent = await navigator.storage?.persisted?.().catch(() => false);
  return isPersistent === true ? null : kind;
}

export const hideInstallHint = (): void => writeStored(hiddenKey, serverNow());

/** The browser asks the person. An offer can be used once; an expired one does nothing. */
export async function install(): Promise<void> {
  const offer = window.daybookInstallOffer;
  window.daybookInstallOffer = undefined;
  await offer?.prompt().catch(() => {});
}

function possibleHint(): InstallHintKind | null {
  if (isIosTab()) return 'home-screen';
  return window.daybookInstallOffer ? 'offered' : null;
}

function isHidden(): boolean {
  const hiddenAt = readStored(hiddenKey);
  return typeof hiddenAt === 'number' && Math.abs(serverNow() - hiddenAt) < hiddenMs;
}
