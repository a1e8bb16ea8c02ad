// The keyboard of the timesheet, as in a spreadsheet. A field that gets the focus has its text selected, so that typing replaces it;
// F2 or a second click sets the caret instead.

import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { addDays, type Day } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { showToast } from '../../toast.ts';
import type { VisibleDays } from '../week/use-visible-days.ts';
import { type Filled, fillFrom } from './fill.ts';
import { nextPosition, type Position } from './navigation.ts';
import { cellKey, type Sheet, type SheetCell, typedChange } from './sheet.ts';
import { parseBlock, splitLine } from './typed-hours.ts';

/** `hasCaret`: the arrows move in the text. */
type Editing = { key: string; text: string; hasCaret: boolean };

type Options = {
  grid: RefObject<HTMLElement | null>;
  sheet: Sheet;
  days: VisibleDays;
  onType: (typed: Record<string, string>) => void;
};

export type SheetKeys = ReturnType<typeof useSheetKeys>;

export function useSheetKeys({ grid, sheet, days, onType }: Options) {
  const [named, setNamed] = useState<string | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [announcement, setAnnouncement] = useState('');
  /** The cell that gets the focus as soon as it is rendered. */
  const [pendingKey, setPendingKey] = useState<string | null>(null);
  /** After Escape, Tab leaves the table instead of moving in it. */
  const isLeaving = useRef(false);
  const position = currentPosition(sheet, named, days);
  const current = cellAt(sheet, position);

  useEffect(() => {
    if (pendingKey === null) return;
    const field = findField(grid.current, pendingKey) ?? fallbackField(grid.current, pendingKey, sheet, current);
    if (!field) return;
    setPendingKey(null);
    field.focus();
    if (field instanceof HTMLInputElement) field.select();
  }, [pendingKey, current, sheet, grid]);

  const focus = (key: string, day: Day) => {
    setNamed(key);
    setPendingKey(key);
    if (!isVisibleDay(day, days)) days.goTo(day);
  };
  const fill = (block: readonly (readonly string[])[]) => {
    if (!position) return;
    const filled = fillFrom(sheet, position, block);
    onType(filled.typed);
    // What is left out must be seen too.
    if (isAllFilled(filled)) setAnnouncement(summaryOf(filled));
    else showToast(summaryOf(filled), { type: 'warning' });
  };
  const commit = () => {
    if (!editing) return;
    setEditing(null);
    const cell = sheet.rows.flatMap(({ cells }) => cells).find(({ key }) => key === editing.key);
    if (!cell || cell.closed !== null) return;
    const texts = splitLine(editing.text);
    if (texts.length > 1) fill([texts]);
    else onType({ [cell.key]: typedChange(cell, editing.text) });
  };
  const edit = (cell: SheetCell, text: string, hasCaret: boolean) => setEditing({ key: cell.key, text, hasCaret });

  /** Returns whether the key was handled. */
  function act(event: KeyboardEvent): boolean {
    const { key } = event;
    const isLeft = isLeaving.current && key === 'Tab';
    isLeaving.current = key === 'Escape' && editing === null;
    if (key === 'Escape' && editing) {
      setEditing(null);
      setPendingKey(editing.key);
      return true;
    }
    if (!current || !position || isLeft || event.altKey) return false;
    if (key === 'PageUp' || key === 'PageDown') {
      commit();
      const day = addDays(current.day, key === 'PageUp' ? -7 : 7);
      focus(cellKey(current.task.taskId, day), day);
      return true;
    }
    if (isClearing(key) && !editing) return clear(current);
    if (key === 'F2' && current.closed === null) return toggleCaret(event, current);
    if (isForField(event, editing?.hasCaret === true) || isOpening(event, current)) return false;
    const next = cellAt(sheet, nextPosition(position, event, sizeOf(sheet)));
    if (!next) return false;
    commit();
    focus(next.key, next.day);
    return true;
  }
  function clear({ key }: SheetCell): boolean {
    onType({ [key]: '' });
    return true;
  }
  function toggleCaret({ target }: KeyboardEvent, cell: SheetCell): boolean {
    if (!(target instanceof HTMLInputElement)) return false;
    edit(cell, target.value, editing?.hasCaret !== true);
    target.setSelectionRange(target.value.length, target.value.length);
    return true;
  }

  return {
    current,
    editing,
    announcement,
    edit,
    commit,
    focus,
    setCurrent: (cell: SheetCell) => setNamed(cell.key),
    onKeyDown: (event: KeyboardEvent) => {
      if (!event.nativeEvent.isComposing && act(event)) event.preventDefault();
    },
    onPaste: (event: ClipboardEvent) => {
      const block = parseBlock(event.clipboardData.getData('text/plain'));
      const isBlock = block.length > 1 || (block[0]?.length ?? 0) > 1;
      if (!isBlock) return;
      event.preventDefault();
      setEditing(null);
      fill(block);
    },
  };
}

const sizeOf = (sheet: Sheet) => ({ rows: sheet.rows.length, columns: sheet.days.length });

const cellAt = (sheet: Sheet, position: Position | null): SheetCell | null =>
  (position && sheet.rows[position.row]?.cells[position.column]) ?? null;

/** The cell that is in the tab order: the last one, else in its row today or the first visible day. */
function currentPosition(sheet: Sheet, named: string | null, days: VisibleDays): Position | null {
  const [taskId, day = ''] = named?.split(' ') ?? [];
  const row = Math.max(
    0,
    sheet.rows.findIndex(({ task }) => task.taskId === taskId),
  );
  const shown = [day, days.today, days.start].find((one) => sheet.days.includes(one) && isVisibleDay(one, days));
  return sheet.rows.length === 0 ? null : { row, column: Math.max(0, sheet.days.indexOf(shown ?? '')) };
}

const isVisibleDay = (day: Day, { start, count }: VisibleDays): boolean => day >= start && day < addDays(start, count);

const findField = (grid: HTMLElement | null, key: string): HTMLElement | null =>
  grid?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(key)}"]`) ?? null;

/** In a week without that task. */
function fallbackField(grid: HTMLElement | null, key: string, { days }: Sheet, current: SheetCell | null) {
  const isOfWeek = days.includes(key.split(' ')[1] ?? '');
  return isOfWeek && current ? findField(grid, current.key) : null;
}

const isClearing = (key: string): boolean => key === 'Delete' || key === 'Backspace';

/** Keys that the text field or the browser handles. */
const isForField = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, hasCaret: boolean): boolean => {
  const isSideways = ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key);
  if (key.startsWith('Arrow') && (shiftKey || ctrlKey || metaKey)) return true;
  return isSideways && hasCaret;
};

/** Enter presses the button of a cell with worklogs into which nothing can be typed. */
const isOpening = ({ key, shiftKey }: KeyboardEvent, { closed, worklogs }: SheetCell): boolean =>
  key === 'Enter' && !shiftKey && closed !== null && worklogs.length > 0;

const isAllFilled = ({ unreadable, closed, outside }: Filled): boolean =>
  unreadable.length + closed.length + outside === 0;

const summaryOf = ({ filled, unreadable, closed, outside }: Filled): string =>
  [
    m.timesheet_filled({ count: filled }),
    ...(unreadable.length > 0 ? [m.timesheet_unreadable({ count: unreadable.length })] : []),
    ...(closed.length + outside > 0 ? [m.timesheet_skipped({ count: closed.length + outside })] : []),
  ].join(' ');
