// Detecting the type of an uploaded file and removing its metadata. Case A43 of docs/attack-cases.md.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxReceiptBytes } from '#domain/receipts.ts';
import { inspectReceipt } from '#server/receipts/inspect.ts';
import { orientationIn } from '#server/receipts/orientation.ts';
import { RefusalError } from '#server/request/refused.ts';
import {
  extendedWebp,
  gpsPosition,
  hugePng,
  jpeg,
  jpegExif,
  jpegSegment,
  pdf,
  png,
  pngExif,
  pngText,
  riffChunk,
  tiffOfCamera,
  webp,
} from './support/receipts.ts';

const codeFor = async (file: Buffer): Promise<string> => {
  const [refusal] = await inspectReceipt(file).then(
    () => [],
    (error: unknown) => (error instanceof RefusalError ? error.refusals : [{ code: String(error) }]),
  );
  return refusal?.code ?? 'allowed';
};

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('the type of a file is detected from its content', () => {
  test.each([
    ['image/jpeg', jpeg(), 8, 6],
    ['image/png', png(8, 6), 8, 6],
    ['image/webp', webp(), 1, 1],
    ['application/pdf', pdf(), null, null],
  ] as const)('%s', async (type, file, width, height) => {
    expect(await inspectReceipt(file)).toMatchObject({ type, width, height });
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'receipt.empty'],
    ['a page', latin('<!doctype html><script>alert(1)</script>'), 'receipt.wrong-type'],
    ['an SVG', latin('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'receipt.wrong-type'],
    ['a GIF', latin('GIF89a\x01\x00\x01\x00\x00\x00\x00;'), 'receipt.wrong-type'],
    ['a text', latin('Taxi 50.000'), 'receipt.wrong-type'],
    ['an archive', latin('PK\x03\x04rest of an archive'), 'receipt.wrong-type'],
    ['a page in front of a PDF', Buffer.concat([latin('<html>'), pdf()]), 'receipt.wrong-type'],
    ['a PDF that was cut', pdf().subarray(0, 12), 'receipt.damaged'],
    ['a picture that was cut', jpeg().subarray(0, 200), 'receipt.damaged'],
    ['a PNG with a wrong sum', Buffer.from(png().map((byte, at) => (at === 45 ? byte ^ 1 : byte))), 'receipt.damaged'],
    ['only the first bytes of a picture', latin('\xff\xd8\xff\xe0<script>alert(1)</script>'), 'receipt.damaged'],
    ['a moving WebP', extendedWebp(0x02, riffChunk('ANIM', Buffer.alloc(6))), 'receipt.damaged'],
    ['too many pixels', hugePng(50_000, 50_000), 'receipt.too-many-pixels'],
    ['too many bytes', Buffer.concat([pdf(), Buffer.alloc(maxReceiptBytes)]), 'receipt.too-large'],
  ])('%s is refused', async (_, file, code) => {
    expect(await codeFor(file)).toBe(code);
  });

  test('any content is accepted or refused without an error', async () => {
    const start = fc.constantFrom(jpeg(), png(), webp(), pdf(), extendedWebp(0x0c, riffChunk('EXIF', tiffOfCamera(6))));
    await fc.assert(
      fc.asyncProperty(start, fc.nat(400), fc.uint8Array({ maxLength: 12 }), async (file, at, bytes) => {
        const broken = Buffer.concat([file.subarray(0, at), Buffer.from(bytes), file.subarray(at + bytes.length)]);
        expect(await codeFor(broken)).toMatch(/^(allowed|receipt\..+)$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('camera metadata is removed', () => {
  const carriers = {
    'EXIF and XMP of a JPEG': jpeg(
      jpegExif(tiffOfCamera(1)),
      jpegSegment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0${gpsPosition}`)),
      jpegSegment(0xed, latin(`Photoshop 3.0\0${gpsPosition}`)),
      jpegSegment(0xe2, latin(`MPF\0${gpsPosition}`)),
      jpegSegment(0xfe, latin(gpsPosition)),
    ),
    'what follows a JPEG': Buffer.concat([jpeg(), latin(`ftypmp42 ${gpsPosition} <script>`)]),
    'EXIF and texts of a PNG': png(8, 6, [pngExif(tiffOfCamera(1)), pngText(gpsPosition)]),
    'what follows a PNG': Buffer.concat([png(), latin(gpsPosition)]),
    'EXIF and XMP of a WebP': extendedWebp(
      0x0c,
      riffChunk('EXIF', tiffOfCamera(1)),
      riffChunk('XMP ', latin(gpsPosition)),
    ),
    'what follows a WebP': Buffer.concat([webp(), latin(gpsPosition)]),
  };

  test.each(Object.entries(carriers))('%s', async (_, file) => {
    expect(file.toString('latin1')).toContain(gpsPosition);
    const { content, width, height } = await inspectReceipt(file);
    expect(content.toString('latin1')).not.toContain('GPS');
    expect(await inspectReceipt(content)).toMatchObject({ content, width, height });
  });

  test('the image data stay unchanged, byte for byte', async () => {
    expect((await inspectReceipt(carriers['EXIF and XMP of a JPEG'])).content).toEqual(jpeg());
    expect((await inspectReceipt(carriers['EXIF and texts of a PNG'])).content).toEqual(png());
    expect((await inspectReceipt(jpeg())).content).toEqual(jpeg());
    expect((await inspectReceipt(webp())).content).toEqual(webp());
    expect((await inspectReceipt(pdf())).content).toEqual(pdf());
  });
});

describe('the orientation is kept', () => {
  test.each([
    ['JPEG', jpeg(jpegExif(tiffOfCamera(6))), 'Exif\0\0', 6, 8],
    ['PNG', png(8, 6, [pngExif(tiffOfCamera(6))]), 'eXIf', 6, 8],
    ['WebP', extendedWebp(0x08, riffChunk('EXIF', tiffOfCamera(6))), 'EXIF\x1a\0\0\0', 1, 1],
  ])('in a %s, without the rest', async (_, file, mark, width, height) => {
    const inspected = await inspectReceipt(file);
    expect(inspected).toMatchObject({ width, height });
    const at = inspected.content.indexOf(mark, 0, 'latin1');
    expect(orientationIn(inspected.content.subarray(at + mark.length))).toBe(6);
    expect(inspected.content.toString('latin1')).not.toContain('GPS');
  });
});
