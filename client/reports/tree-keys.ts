// Keyboard navigation of a tree grid: up and down through rows or a column of numbers; right expands a row and then moves
// through its numbers; left moves back and collapses; Enter toggles the row.

import type { KeyboardEvent } from 'react';

export function handleTreeKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const row = target.closest<HTMLElement>('[data-row]');
  if (!row) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const act = target === row ? rowAction(key, row, rows) : numberAction(key, row, rows, target);
  if (!act) return;
  event.preventDefault();
  act();
}

type Act = (() => void) | undefined;

function rowAction(key: string, row: HTMLElement, rows: readonly HTMLElement[]): Act {
  const isOpen = row.getAttribute('aria-expanded');
  const next = rows[rows.indexOf(row) + 1];
  switch (key) {
    case 'ArrowRight':
      if (isOpen === 'false') return () => row.click();
      return focusAction(isOpen === 'true' ? next : linksOf(row)[0]);
    case 'ArrowLeft':
      return isOpen === 'true' ? () => row.click() : focusAction(parentOf(row, rows));
    case 'Enter':
    case ' ':
      return isOpen === null ? undefined : () => row.click();
    default:
      return focusAction(neighbourRow(key, row, rows));
  }
}

function numberAction(key: string, row: HTMLElement, rows: readonly HTMLElement[], link: HTMLElement): Act {
  const links = linksOf(row);
  const at = links.indexOf(link);
  if (key === 'ArrowRight') return focusAction(links[at + 1]);
  if (key === 'ArrowLeft') return focusAction(links[at - 1] ?? row);
  const other = neighbourRow(key, row, rows);
  const cell = other && link.closest('td, th');
  return focusAction(cell ? (linkIn(other, cell) ?? other) : undefined);
}

/** The link in the same column. */
const linkIn = (row: HTMLElement, cell: Element): HTMLElement | null | undefined =>
  row.children[[...(cell.parentElement?.children ?? [])].indexOf(cell)]?.querySelector('a');

function neighbourRow(key: string, row: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const at = rows.indexOf(row);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
  return to === undefined ? undefined : rows[to];
}

function parentOf(row: HTMLElement, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const level = Number(row.ariaLevel);
  return rows.slice(0, rows.indexOf(row)).findLast((one) => Number(one.ariaLevel) < level);
}

/** For a control that is about to be removed with its row. */
export function focusParentRow(control: HTMLElement): void {
  const row = control.closest('tr');
  if (row) parentOf(row, [...(row.parentElement?.querySelectorAll('tr') ?? [])])?.focus();
}

const linksOf = (row: HTMLElement): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('a')];

const focusAction = (element: HTMLElement | undefined): Act => element && (() => element.focus());
