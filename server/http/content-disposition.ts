// Under which name a file is kept by whoever gets it.

/** RFC 6266: a plain name for old programs, the true one beside it. */
export function dispositionOf(name: string, kind: 'inline' | 'attachment'): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
