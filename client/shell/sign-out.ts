// Signs out and navigates to the login page, unless a question before it was answered otherwise.

import { authStore, signOut } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { go } from '../routing/navigation.ts';
import { unsubscribeDevice } from '../routing/push-subscription.ts';
import { deleteSharedFiles } from '../routing/shared-files.ts';
import { toastProblem } from '../ui/problem-toast.ts';

type Question = (personId: string) => Promise<boolean>;

let mayLeave: Question = async () => true;

/** Set by the part that keeps worklogs on the device: some may be unsent. */
export const askBeforeSignOut = (question: Question): void => {
  mayLeave = question;
};

export async function signOutToLogin(): Promise<void> {
  if (!(await mayLeave(authStore.get().user?.uid ?? ''))) return;
  await signOut()
    .then(() => {
      // Not awaited, because it calls the push service. Where that fails, the service worker tries again with the next page.
      unsubscribeDevice().catch(() => {});
      return deleteSharedFiles();
    })
    .then(() => go(pathTo('/login')))
    .catch(toastProblem);
}
