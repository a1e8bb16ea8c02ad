import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { m } from '#locales/messages.js';
import { formatNumber } from './format.ts';
import { IconButton } from './IconButton.tsx';
import { knownPageSize, type PageSize, pageSizes } from './page-size.ts';
import { prefetchOnHover } from './prefetch-on-hover.ts';
import { Select } from './Select.tsx';
import classes from './table.module.css';

export type PagerProps = {
  page: number;
  pageSize: number;
  /** Number of rows on all pages, at least 1. */
  total: number;
  onPage: (page: number) => void;
  /** Before a button is pressed. */
  onPoint?: (page: number) => void;
  onPageSize: (pageSize: PageSize) => void;
};

const turns = [
  { step: -1, label: m.ui_previous_page, Icon: ChevronLeft },
  { step: 1, label: m.ui_next_page, Icon: ChevronRight },
];

/**
 * "26–50 of 312", the page size, and buttons for the previous and next page. It follows its list, of which each page is shown from
 * its first row on.
 */
export function Pager({ page, pageSize, total, onPage, onPoint, onPageSize }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <nav className={classes.pager} aria-label={m.ui_pages()}>
      <Select
        size="small"
        aria-label={m.ui_rows_on_a_page()}
        options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
        value={String(pageSize)}
        onChange={(event) => {
          const chosen = knownPageSize(event.currentTarget.value);
          if (chosen) onPageSize(chosen);
        }}
      />
      <span className="numeric small dimmed" role="status">
        {m.ui_page_range({ from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
      </span>
      {turns.map(({ step, label, Icon }) => {
        const next = page + step;
        const isPage = next >= 1 && next <= last;
        return (
          <IconButton
            key={step}
            variant="default"
            aria-label={label()}
            disabled={!isPage}
            onClick={({ currentTarget }) => {
              scrollToStart(currentTarget.parentElement?.previousElementSibling);
              onPage(next);
            }}
            {...(isPage && onPoint && prefetchOnHover(() => onPoint(next)))}
          >
            <Icon size={18} aria-hidden />
          </IconButton>
        );
      })}
    </nav>
  );
}

function scrollToStart(list: Element | null | undefined): void {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
}
