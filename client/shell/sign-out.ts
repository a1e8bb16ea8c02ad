// Signs out and navigates to the login page. Asks first where worklogs of the person wait on this device.

import { authStore, signOut } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { go } from '../routing/navigation.ts';
import { deleteSharedFiles } from '../routing/shared-files.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { loadUnsent } from '../unsent/store.ts';

export async function signOutToLogin(): Promise<void> {
  // Where it cannot be loaded there is no connection to sign out with.
  const unsent = await loadUnsent().catch(() => null);
  const mayLeave = unsent?.mayLeaveUnsent(authStore.get().user?.uid ?? '');
  if ((await mayLeave) === false) return;
  await signOut()
    .then(deleteSharedFiles)
    .then(() => go(pathTo('/login')))
    .catch(toastProblem);
}
