// A cache of Intl formatters by locale and options. Constructing one takes up to a hundred times as long as using it, and
// lists format about a dozen values in each row.

const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cached(dates, keyOf(locale, options), () => new Intl.DateTimeFormat(locale, options));

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  cached(numbers, keyOf(locale, options), () => new Intl.NumberFormat(locale, options));

/** JSON.stringify would take as long as the formatting. */
const keyOf = (locale: string, options: object): string =>
  Object.entries(options).reduce((key, [name, value]) => `${key} ${name}=${value}`, locale);

function cached<F>(made: Map<string, F>, key: string, make: () => F): F {
  const format = made.get(key) ?? make();
  made.set(key, format);
  return format;
}
