import { m } from '#locales/messages.js';
import { Button } from './Button.tsx';
import { formatNumber } from './format.ts';
import { Pager } from './Pager.tsx';
import { type PageSize, pageSizes, rememberPageSize } from './page-size.ts';
import { EmptyState } from './states.tsx';

export type PagingProps = {
  page: number;
  size: PageSize;
  /** Number of rows on all pages. */
  total: number;
  onChange: (paging: { page: number } | { size: PageSize }) => void;
  /** Prefetches a page, before its button is pressed. */
  onPoint?: (page: number) => void;
};

/** The pager, where there may be more than one page. */
export function Paging({ page, size, total, onChange, onPoint }: PagingProps) {
  if (total <= pageSizes[0]) return null;
  return (
    <Pager
      page={page}
      pageSize={size}
      total={total}
      onPage={(next) => onChange({ page: next })}
      {...(onPoint && { onPoint })}
      onPageSize={(chosen) => {
        rememberPageSize(chosen);
        onChange({ size: chosen });
      }}
    />
  );
}

/** The page is beyond the end of the list: an old link, or rows were removed since. */
export const isBeyondEnd = ({ page, total }: Pick<PagingProps, 'page' | 'total'>): boolean => page > 1 && total > 0;

export function BeyondEnd({ page, size, total, onChange }: PagingProps) {
  const last = Math.max(1, Math.ceil(total / size));
  return (
    <EmptyState text={m.ui_beyond_end({ page: formatNumber(page), last: formatNumber(last) })}>
      <Button variant="default" onClick={() => onChange({ page: last })}>
        {m.ui_to_last_page()}
      </Button>
    </EmptyState>
  );
}
