// The views of a report that not every reader opens.

import { lazyPart } from '../ui/lazy.tsx';

export const ReportWorklogs = lazyPart(() => import('./ReportWorklogs.tsx').then((file) => file.ReportWorklogs));
