// What waits on this device, as one part of the application: loaded as a whole after the page, because nothing can be loaded when the
// connection is gone.

import { keepForLater, resend } from './keep.ts';
import { filesOf } from './queue.ts';
import { mayLeaveUnsent } from './sign-out-question.tsx';
import { UnsentList } from './UnsentList.tsx';
import { UnsentWorklogs } from './UnsentWorklogs.tsx';

export const unsentParts = { UnsentWorklogs, UnsentList, keepForLater, resend, filesOf, mayLeaveUnsent };
