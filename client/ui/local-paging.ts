// Paging of lists that exist only in the browser; lists of the server are paged by the server.

/** The rows of one page; for a page beyond the end, the last page. */
export function localPage<Row>(rows: readonly Row[], page: number, size: number): { page: number; rows: Row[] } {
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / size)));
  return { page: shown, rows: rows.slice((shown - 1) * size, shown * size) };
}
