// The lazily loaded views of a report.

import { lazyPart } from '../ui/lazy.tsx';

export const LazyReportWorklogs = lazyPart(() => import('./ReportWorklogs.tsx').then((file) => file.ReportWorklogs));

export const LazyPrintView = lazyPart(() => import('./print/PrintView.tsx').then((file) => file.PrintView));

export const LazyPayrollView = lazyPart(() => import('./payroll/PayrollView.tsx').then((file) => file.PayrollView));

export const LazyNothingLogged = lazyPart(() => import('./NothingLogged.tsx').then((file) => file.NothingLogged));

export const LazyRangeRefused = lazyPart(() => import('./NothingLogged.tsx').then((file) => file.RangeRefused));
