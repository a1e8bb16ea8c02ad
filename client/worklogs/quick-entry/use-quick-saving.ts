import type { RefObject } from 'react';
import { useCompany } from '../../auth.ts';
import { hasLinesAside, type QuickLine, removeLine } from './lines.ts';
import type { AfterSubmit } from './pending-task.ts';
import { showQuickSavedToast, showRefusedToast } from './quick-undo.ts';
import type { useQuickEntryForm } from './use-quick-entry.ts';

type Options = {
  form: ReturnType<typeof useQuickEntryForm>;
  contents: RefObject<HTMLDivElement | null>;
  field: RefObject<HTMLInputElement | null>;
  /** Whether the dialog was closed, perhaps before the server answered. */
  hasLeft: RefObject<boolean>;
  /** Forgets which option the keyboard has marked. */
  mark: () => void;
  leave: (left: string) => void;
};

/** Submits the line, and closes the dialog or puts a refused line back into the field. */
export function useQuickSaving({ form, contents, field, hasLeft, mark, leave }: Options) {
  const { id: companyId } = useCompany();
  const editLine = (line: QuickLine) => {
    mark();
    form.takeBack(line);
    field.current?.focus();
  };
  const finishLines = (lines: readonly QuickLine[], then: AfterSubmit) => {
    // Text that was typed meanwhile keeps the dialog open.
    const isIdle = !hasLeft.current && field.current?.value === '';
    const aside = lines.find(({ state }) => state === 'aside');
    const saved = lines.flatMap((line) => (line.state === 'saved' ? [line] : []));
    if (aside?.state === 'aside') {
      if (hasLeft.current) showRefusedToast(aside.error);
      else if (then === 'close' && isIdle) editLine(aside);
    } else if (lines.length > 0 && (hasLeft.current || (then === 'close' && isIdle && !hasLinesAside(companyId)))) {
      for (const { id } of saved) removeLine(id);
      leave('');
      // None is saved where all wait on this device, which has been said.
      showQuickSavedToast(
        companyId,
        saved.map(({ worklog }) => worklog),
      );
    }
  };
  const save = async (then: AfterSubmit, options?: { confirmOverlap: boolean }) => {
    const submitted = form.submit(options);
    if (!submitted) return contents.current?.querySelector<HTMLElement>('[data-way]')?.focus();
    mark();
    field.current?.focus();
    const lines = (await submitted).filter((line) => line !== null);
    finishLines(lines, then);
  };
  return { save, editLine };
}
