import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  maxReceiptBytes,
  maxReceiptNameLength,
  receiptPixelsRefusal,
  receiptRefusal,
  receiptTypes,
  safeReceiptName,
} from './receipts.ts';

describe('a file', () => {
  test('of one of the four types and up to 10 MB is accepted', () => {
    for (const type of receiptTypes) expect(receiptRefusal({ type, bytes: maxReceiptBytes })).toBeNull();
  });

  test.each([
    [{ type: 'image/png', bytes: maxReceiptBytes + 1 }, 'receipt.too-large'],
    [{ type: 'image/png', bytes: 0 }, 'receipt.empty'],
    [{ type: 'image/svg+xml', bytes: 1 }, 'receipt.wrong-type'],
    [{ type: 'text/html', bytes: 1 }, 'receipt.wrong-type'],
    [{ type: '', bytes: 1 }, 'receipt.wrong-type'],
  ])('%o is refused: %s', (receipt, code) => {
    expect(receiptRefusal(receipt)?.code).toBe(code);
  });

  test('with the pixels of a common camera is accepted, one with far more is not', () => {
    expect(receiptPixelsRefusal(5_712, 4_284)).toBeNull();
    expect(receiptPixelsRefusal(50_000, 50_000)?.code).toBe('receipt.too-many-pixels');
  });
});

/** All code units, also lone surrogates. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
  .map((units) => String.fromCharCode(...units));

describe('the name', () => {
  test.each([
    ['Taxi.JPG', 'image/jpeg', 'Taxi.jpg'],
    ['../../etc/passwd', 'image/png', 'passwd.png'],
    ['C:\\Users\\ayu\\nota.pdf', 'application/pdf', 'nota.pdf'],
    ['invoice.html', 'application/pdf', 'invoice.html.pdf'],
    ['.htaccess', 'image/png', 'htaccess.png'],
    ['kw\u202Egnp.exe', 'image/png', 'kwgnp.exe.png'],
    ['a"b\r\nc<d>.png', 'image/png', 'a_bc_d_.png'],
    ['領収書 №5.webp', 'image/webp', '領収書 №5.webp'],
    ['', 'image/webp', 'receipt.webp'],
    ['.png', 'image/png', 'png.png'],
  ] as const)('%j as %s is %j', (fileName, type, name) => {
    expect(safeReceiptName(fileName, type)).toBe(name);
  });

  test('is short, one line, no path, and has the extension of its type, whatever the input', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...receiptTypes), (text, type) => {
        const name = safeReceiptName(text, type);
        expect(name.length).toBeLessThanOrEqual(maxReceiptNameLength);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}/\\<>:"|?*]/u);
        expect(name).toMatch(/.\.(jpe?g?|jfif|png|webp|pdf)$/i);
        expect(name.isWellFormed()).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
