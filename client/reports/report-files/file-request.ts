import { getLocale } from '#locales/runtime.js';
import { shownApiFilter } from '../filter.ts';
import type { Report } from '../use-report.ts';
import type { FileChoice } from './ExportChoices.tsx';

type Shown = Pick<Report, 'apiFilter' | 'subject' | 'levels'> & {
  company: Pick<Report['company'], 'id'>;
  choices: Pick<Report['choices'], 'view'>;
};

/** The API input for the shown report as a file. */
export const fileRequest = (shown: Shown, choice: FileChoice) => ({
  companyId: shown.company.id,
  ...shownApiFilter(shown),
  ...choice,
  ...(choice.of === 'breakdown' ? { groupBy: shown.levels } : {}),
  language: getLocale(),
});
