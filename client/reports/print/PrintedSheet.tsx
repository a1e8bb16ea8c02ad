import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import classes from './print.module.css';

type Props = { isEnlarged: boolean; children: ReactNode };

/**
 * A sheet with the proportions of the printed one. Where the window is narrower it is drawn smaller, so that the preview shows
 * what is printed, not another layout; enlarged, it scrolls. Its layout is that of the paper, also for the chart.
 */
export const PrintedSheet = ({ isEnlarged, children }: Props) => (
  <ScrollRegion
    className={classes.sheet ?? ''}
    aria-label={m.reports_print_preview()}
    data-enlarged={isEnlarged}
    tabIndex={isEnlarged ? 0 : -1}
  >
    <div ref={fitSheet} className={classes.fitted}>
      <article className={classes.paper} data-paper data-theme="light" aria-label={m.reports_print_title()}>
        {children}
      </article>
    </div>
  </ScrollRegion>
);

/** Sets for the style sheet how much smaller the sheet is drawn, and its height on paper. */
function fitSheet(fitted: HTMLElement | null): () => void {
  const place = fitted?.parentElement;
  const paper = fitted?.firstElementChild;
  const observer = new ResizeObserver(() => {
    if (!(place && paper instanceof HTMLElement)) return;
    fitted.style.setProperty('--sheet-scale', String(Math.min(1, place.clientWidth / paper.offsetWidth)));
    fitted.style.setProperty('--sheet-height', `${paper.offsetHeight}px`);
  });
  for (const element of [place, paper]) if (element) observer.observe(element);
  return () => observer.disconnect();
}
