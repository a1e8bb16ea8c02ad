import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { m } from '#locales/messages.js';
import { formatNumber } from './format.ts';
import { IconButton } from './IconButton.tsx';
import { type PageSize, pageSizes } from './page-size.ts';
import { Select } from './Select.tsx';
import classes from './table.module.css';

export type PagerProps = {
  page: number;
  pageSize: number;
  /** Number of rows on all pages. */
  total: number;
  onPage: (page: number) => void;
  onPageSize: (pageSize: PageSize) => void;
};

/** "26–50 of 312", the page size, and buttons for the previous and next page. */
export function Pager({ page, pageSize, total, onPage, onPageSize }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <nav className={classes.pager} aria-label={m.ui_pages()}>
      <Select
        size="small"
        aria-label={m.ui_rows_on_a_page()}
        options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
        value={String(pageSize)}
        onChange={(event) => {
          const chosen = pageSizes.find((size) => String(size) === event.currentTarget.value);
          if (chosen) onPageSize(chosen);
        }}
      />
      <span className="numeric small dimmed" role="status">
        {m.ui_page_range({ from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
      </span>
      <IconButton
        variant="default"
        aria-label={m.ui_previous_page()}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <IconButton
        variant="default"
        aria-label={m.ui_next_page()}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={18} aria-hidden />
      </IconButton>
    </nav>
  );
}
