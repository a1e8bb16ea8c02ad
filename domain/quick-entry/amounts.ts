// Amounts as people write them: "12.50", "Rp 50.000", "$12", "12,50 €", "35rb", "35000". Always in the company's currency: another currency
// is unclear and never converted. "50.000" is unclear where the language does not determine the meaning of the separator.

import { amountWords, currencyDecimals, multiplyByWord, separatorsOf } from '../money.ts';
import { isWordEnd, type QuickEntryFacts, type TokenMeaning, type TokenParser, tokenMatch, unclear } from './facts.ts';
import { formatClock } from './times.ts';

const number = String.raw`\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?|\d{1,12}(?:[.,]\d{1,3})?`;
const currencyMark = String.raw`[A-Z]{0,3}\p{Sc}|[Rr][Pp]\.?|[A-Z]{3}`;
const amountWithCurrency = new RegExp(
  String.raw`^(?:(?<before>${currencyMark})\s?(?<one>${number})|(?<two>${number})\s?(?<after>${currencyMark}))(?!\d)`,
  'u',
);
const plainAmount = new RegExp(String.raw`^(?<one>${number})(?!\d)`);

const shortened = new RegExp(
  String.raw`^(?:(?<mark>${currencyMark})\s?)?(?<written>${number})\s?(?<word>${amountWords})(?![\p{L}\d])`,
  'iu',
);

export const parseQuickAmount: TokenParser = (text, facts) =>
  parseShortened(text, facts) ??
  parseWithCurrency(text, facts) ??
  parseWithoutCurrency(text, facts) ??
  parsePlain(text, facts);

/** "35k", "35 ribu", "Rp 1,5jt" */
const parseShortened: TokenParser = (text, facts) => {
  const found = shortened.exec(text);
  if (!found || !isWordEnd(text, found[0].length)) return null;
  const { mark = '', written = '', word = '' } = found.groups ?? {};
  const sign = mark.replace('.', '').toUpperCase();
  if (sign !== '' && !currencyMarks(facts.currency).has(sign))
    return tokenMatch(found[0].length, unclear('currency', []));
  const meaning = amountOf(written, factsForMark(sign, facts));
  const amount = meaning.kind === 'amount' ? { ...meaning, amount: multiplyByWord(meaning.amount, word) } : meaning;
  return tokenMatch(found[0].length, amount);
};

/** A number alone: of five digits or more it is hardly anything else; on an expense task neither are others. */
const parsePlain: TokenParser = (text, { isExpense = false }) => {
  const [digits = ''] = /^\d{1,12}(?!\d)/.exec(text) ?? [];
  const isAmount = digits.length >= 5 || (isExpense && digits !== '');
  return isAmount && isWordEnd(text, digits.length)
    ? tokenMatch(digits.length, { kind: 'amount', amount: digits })
    : null;
};

const parseWithCurrency: TokenParser = (text, facts) => {
  const found = amountWithCurrency.exec(text);
  if (!found || !isWordEnd(text, found[0].length)) return null;
  const { before, one, two, after } = found.groups ?? {};
  const sign = (before ?? after ?? '').replace('.', '');
  const length = found[0].length;
  const written = one ?? two ?? '';
  if (currencyMarks(facts.currency).has(sign.toUpperCase()))
    return tokenMatch(length, amountOf(written, factsForMark(sign, facts)));
  // Three capital letters may be anything; a currency symbol is unambiguous.
  return /\p{Sc}|^rp$/iu.test(sign) ? tokenMatch(length, unclear('currency', [])) : null;
};

/** Amounts with "Rp" use Indonesian separators, whatever the language of the page. */
const factsForMark = (sign: string, facts: QuickEntryFacts): QuickEntryFacts =>
  /^rp$/i.test(sign) ? { ...facts, locale: 'id' } : facts;

/** Without a currency symbol only numbers with separators count: a plain number may be part of a name. */
const parseWithoutCurrency: TokenParser = (text, facts) => {
  const { one = '' } = plainAmount.exec(text)?.groups ?? {};
  if (!/[.,]/.test(one) || !isWordEnd(text, one.length)) return null;
  const meaning = amountOf(one, facts);
  if (/[.,]\d$/.test(one)) return tokenMatch(one.length, unclear('number', [`${one}h`, `${facts.currency} ${one}`]));
  // In Indonesian, times are written with a dot: "9.30" may be a time.
  const [isClock, hour, minute] = /^(\d{1,2})\.([0-5]\d)$/.exec(one) ?? [];
  if (isClock && facts.locale === 'id' && Number(hour) < 24) {
    return tokenMatch(
      one.length,
      unclear('number', [formatClock(Number(hour) * 60 + Number(minute)), `${facts.currency} ${one}`]),
    );
  }
  return tokenMatch(one.length, meaning);
};

function amountOf(written: string, { locale, currency }: QuickEntryFacts): TokenMeaning {
  const { group, decimal } = separatorsOf(locale);
  const signs = written.replaceAll(/\d/g, '');
  const last = signs.at(-1) ?? '';
  const fraction = last === '' ? '' : written.slice(written.lastIndexOf(last) + 1);
  const isLoneThousand = signs.length === 1 && fraction.length === 3;
  if (isLoneThousand && last === decimal && currencyDecimals(currency) !== 3)
    return unclear('thousands', [`${currency} ${written.replace(last, '')}`, `${currency} ${written.slice(0, -1)}`]);
  const isGrouping = last === group ? fraction.length === 3 : signs.length > 1 && !signs.startsWith(other(last));
  const plain = isGrouping
    ? written.replaceAll(/[.,]/g, '')
    : `${written.slice(0, written.length - fraction.length).replaceAll(/[.,]/g, '')}${fraction === '' ? '' : `.${fraction}`}`;
  return { kind: 'amount', amount: plain };
}

const other = (sign: string): string => (sign === '.' ? ',' : '.');

const marksByCurrency = new Map<string, ReadonlySet<string>>();

/** All notations of a currency in both languages: "IDR", "RP"; "USD", "$", "US$". Cached, because Intl is slow. */
function currencyMarks(currency: string): ReadonlySet<string> {
  const marks = marksByCurrency.get(currency) ?? computeMarks(currency);
  marksByCurrency.set(currency, marks);
  return marks;
}

function computeMarks(currency: string): ReadonlySet<string> {
  const signs = ['en', 'id'].flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')
        ?.value.toUpperCase(),
    ),
  );
  return new Set([currency, ...signs.flatMap((sign) => sign ?? [])]);
}
