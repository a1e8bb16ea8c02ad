// Text as searches compare it: without accents and case.

export const normalizeForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
