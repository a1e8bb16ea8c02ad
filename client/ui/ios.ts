/** A page in a browser of an iPhone or iPad, not on its home screen. iPadOS calls itself a Macintosh; only it has a touch screen. */
export const isIosTab = (): boolean =>
  (/iPhone|iPad/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)) &&
  !window.matchMedia('(display-mode: standalone)').matches;
