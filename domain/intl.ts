// The formatters of Intl. Making one takes up to a hundred times as long as using it, and a list writes a dozen words in
// each of its rows: each is made once for its locale and options.

const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  known(dates, JSON.stringify([locale, options]), () => new Intl.DateTimeFormat(locale, options));

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  known(numbers, JSON.stringify([locale, options]), () => new Intl.NumberFormat(locale, options));

function known<F>(made: Map<string, F>, key: string, make: () => F): F {
  const format = made.get(key) ?? make();
  made.set(key, format);
  return format;
}
