// A list that the browser itself has made is paged here; what the server keeps it pages itself.

/** The rows of one page; a page beyond the end is the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number): { page: number; rows: Row[] } {
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / size)));
  return { page: shown, rows: rows.slice((shown - 1) * size, shown * size) };
}
