// XML declaration and namespace of the parts of a workbook.

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
