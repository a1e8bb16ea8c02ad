// The frame of the pages loads what waits on this device. Pages without the frame load it when the person signs out.

import { askBeforeSignOut } from '../../shell/sign-out.ts';
import { hasDatabase, loadUnsent } from './load.ts';

export const askAboutUnsent = (): void =>
  askBeforeSignOut(async (personId) => {
    const needsQuestion = await hasDatabase().catch(() => true);
    if (!needsQuestion) return true;
    // Where it cannot be loaded, everything stays on the device.
    return loadUnsent().then(
      ({ mayLeaveUnsent }) => mayLeaveUnsent(personId),
      () => true,
    );
  });
