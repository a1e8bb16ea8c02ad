// A bitmap font as on printed receipts: three by five dots for each character, one octal digit for each row of dots.

const dots: Readonly<Record<string, string>> = {
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25573',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  0: '75557',
  1: '26227',
  2: '61247',
  3: '61216',
  4: '55711',
  5: '74616',
  6: '34757',
  7: '71244',
  8: '75757',
  9: '75716',
  '.': '00002',
  ',': '00024',
  '-': '00700',
  ':': '02020',
  '/': '11244',
};

export const letterSize = { width: 4, height: 5 } as const;

/** The printed dots of a text, from its upper left corner. */
export function* dotsOf(text: string): Generator<{ x: number; y: number }> {
  for (const [index, letter] of [...text.toUpperCase()].entries())
    for (const [y, row] of [...(dots[letter] ?? '00000')].entries())
      for (let x = 0; x < 3; x++) if ((Number(row) >> (2 - x)) & 1) yield { x: index * letterSize.width + x, y };
}
