// The lazily loaded views of a report.

import { lazyPart } from '../ui/lazy.tsx';

export const ReportWorklogs = lazyPart(() => import('./ReportWorklogs.tsx').then((file) => file.ReportWorklogs));

export const PrintView = lazyPart(() => import('./print/PrintView.tsx').then((file) => file.PrintView));

export const PayrollView = lazyPart(() => import('./payroll/PayrollView.tsx').then((file) => file.PayrollView));
