// Signs out and navigates to the login page.

import { signOut } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { go } from '../routing/navigation.ts';
import { deleteSharedFiles } from '../routing/shared-files.ts';
import { toastProblem } from '../ui/problem-toast.ts';

export const signOutToLogin = (): Promise<void> =>
  signOut()
    .then(deleteSharedFiles)
    .then(() => go(pathTo('/login')))
    .catch(toastProblem);
