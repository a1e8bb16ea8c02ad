// Cell styles of a workbook. For people, days and numbers use the spreadsheet's local format; for programs, ISO format.

import type { FileStyle } from './columns.ts';
import { mainNamespace, xmlHead } from './namespaces.ts';

/** The index of each style in the list below. */
export const cellStyle = {
  text: 0,
  heading: 1,
  quoted: 2,
  day: 3,
  time: 4,
  whole: 5,
  hours: 6,
  decimal0: 7,
  decimal2: 8,
  decimal3: 9,
  decimal4: 10,
} as const;

/** Formats below 164 are built in: 14 and 22 are local dates and times, 1 to 4 are numbers. */
const numberFormats = {
  local: { day: 14, time: 22, whole: 3, hours: 4, decimal0: 3, decimal2: 4, decimal3: 166, decimal4: 167 },
  plain: { day: 164, time: 165, whole: 1, hours: 2, decimal0: 1, decimal2: 2, decimal3: 168, decimal4: 169 },
} as const satisfies Record<FileStyle, Record<string, number>>;

const ownFormats: Readonly<Record<number, string>> = {
  164: 'yyyy\\-mm\\-dd',
  165: 'yyyy\\-mm\\-dd\\ hh:mm',
  166: '#,##0.000',
  167: '#,##0.0000',
  168: '0.000',
  169: '0.0000',
};

export function stylesOf(style: FileStyle): string {
  const formats = numberFormats[style];
  const cellFormat = (format: number, rest = '') =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${rest}/>`;
  const cellFormats = [
    cellFormat(0),
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
    cellFormat(49, ' applyNumberFormat="1" quotePrefix="1"'),
    ...[
      formats.day,
      formats.time,
      formats.whole,
      formats.hours,
      formats.decimal0,
      formats.decimal2,
      formats.decimal3,
      formats.decimal4,
    ].map((format) => cellFormat(format, ' applyNumberFormat="1"')),
  ];
  const own = Object.entries(ownFormats).map(([number, code]) => `<numFmt numFmtId="${number}" formatCode="${code}"/>`);
  return `${xmlHead}<styleSheet xmlns="${mainNamespace}"><numFmts count="${own.length}">${own.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
