// Signs out and navigates to the login page. Asks first where worklogs of the person wait on this device.

import { authStore, signOut } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { go } from '../routing/navigation.ts';
import { deleteSharedFiles } from '../routing/shared-files.ts';
import { createStore } from '../storage.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { unsentStore } from '../unsent/store.ts';

/** `count`: of worklogs that wait. */
export type SignOutQuestion = { count: number };

export const signOutQuestionStore = createStore<SignOutQuestion | null>(null);

export async function signOutToLogin(): Promise<void> {
  const count = await countUnsent();
  if (count > 0) signOutQuestionStore.set({ count });
  else await endSessionOnPage();
}

export const endSessionOnPage = (): Promise<void> =>
  signOut()
    .then(deleteSharedFiles)
    .then(() => go(pathTo('/login')))
    .catch(toastProblem);

/** Also before what sends them is loaded. */
async function countUnsent(): Promise<number> {
  const uid = authStore.get().user?.uid ?? '';
  const { personId, entries } = unsentStore.get();
  if (personId === uid) return entries.length;
  const found = await import('../unsent/queue.ts').then(({ listEntries }) => listEntries(uid)).catch(() => []);
  return found.length;
}
