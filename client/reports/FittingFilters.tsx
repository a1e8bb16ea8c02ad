import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { FilterButton } from '../ui/FilterPopup.tsx';
import { useIsPhone } from '../ui/width.ts';
import classes from './filters.module.css';

export type FittingFilter = { key: string; isChosen: boolean; filter: ReactNode };

/** Filters in the rest of a row. Those that do not fit are behind a button, which says how many of them are set. */
export function FittingFilters({ filters }: { filters: readonly FittingFilter[] }) {
  const row = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const isPhone = useIsPhone();
  useLayoutEffect(() => {
    const container = row.current;
    if (!container || isOpen) return;
    const measure = () => setFitting(countFitting(container));
    const observer = new ResizeObserver(measure);
    for (const element of [container, ...container.children]) observer.observe(element);
    return () => observer.disconnect();
  });
  const hidden = filters.slice(fitting);
  const chosen = hidden.filter(({ isChosen }) => isChosen).length;
  return (
    <>
      <div ref={row} className={classes.fitting} data-open={isOpen}>
        {filters.map(({ key, filter }, index) => (
          <div key={key} inert={!isOpen && index >= fitting}>
            {filter}
          </div>
        ))}
      </div>
      {hidden.length > 0 && (
        <FilterButton
          className={classes.more}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          leftSection={<SlidersHorizontal size={16} aria-hidden />}
        >
          {moreText(isPhone, chosen)}
        </FilterButton>
      )}
    </>
  );
}

/** Independent of how many filters fit: a shorter text would make room for one that does not fit beside the longer text. */
function moreText(isPhone: boolean, chosen: number): string {
  if (isPhone) return chosen > 0 ? m.reports_filters_chosen({ count: chosen }) : m.ui_filters();
  return chosen > 0 ? m.reports_more_filters_chosen({ count: chosen }) : m.reports_more_filters();
}

/** The filters stand side by side in a row that cuts off the rest. */
function countFitting(container: HTMLElement): number {
  const { right } = container.getBoundingClientRect();
  const beyond = [...container.children].findIndex((child) => child.getBoundingClientRect().right > right + 1);
  return beyond === -1 ? container.children.length : beyond;
}
