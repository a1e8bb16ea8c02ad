// A sum of the database that exceeds what a JavaScript number holds exactly. Refused as `sum.too-large`, never rounded.

export class InexactNumber extends RangeError {
  constructor(text: string) {
    super(`${text} is too large to be exact`);
    this.name = 'InexactNumber';
  }
}
