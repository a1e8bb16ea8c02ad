// Content-Disposition (RFC 6266): the file name under which a browser saves a download.

/** An ASCII fallback for old programs, and the full name in UTF-8. */
export function contentDisposition(name: string, kind: 'inline' | 'attachment'): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
