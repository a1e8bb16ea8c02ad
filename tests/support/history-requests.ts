// Valid requests for the endpoints of imports of history; part of requests.ts. What the endpoints with a file receive.

import { png } from './receipts.ts';

/** The body of an endpoint that takes a file. */
export const uploadOf = (name: string): Buffer =>
  name === 'uploadHistory' ? Buffer.from('Name,Date,Hours\nSri,2026-03-02,1\n') : png();

type Ids = { companyId: string; historyImportId: string; workerId: string };

const chosen = {
  zone: 'Asia/Jakarta',
  status: 'approved',
  overlapChoice: 'shorten',
  withoutTimes: 'place',
  projectName: 'Imported',
  taskName: 'Imported',
  intoLocked: false,
} as const;

export const historyRequests = {
  uploadHistory: ({ companyId, historyImportId: importId }: Ids) => ({ companyId, importId, fileName: 'history.csv' }),
  listHistoryImports: ({ companyId }: Ids) => ({ companyId }),
  getHistoryImport: ({ companyId, historyImportId: importId }: Ids) => ({ companyId, importId }),
  checkHistoryImport: ({ companyId, historyImportId: importId, workerId }: Ids) => ({
    companyId,
    importId,
    ...chosen,
    people: [{ personKey: 'somebody', userId: workerId }],
  }),
  runHistoryImport: ({ companyId, historyImportId: importId }: Ids) => ({ companyId, importId }),
  undoHistoryImport: ({ companyId, historyImportId: importId }: Ids) => ({ companyId, importId }),
  discardHistoryImport: ({ companyId, historyImportId: importId }: Ids) => ({ companyId, importId }),
  listHistoryRows: ({ companyId, historyImportId: importId }: Ids) => ({ companyId, importId }),
  listHistoryTotals: ({ companyId, historyImportId: importId }: Ids) => ({ companyId, importId }),
};
