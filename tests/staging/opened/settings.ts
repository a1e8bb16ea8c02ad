// What opens in the company settings.
import type { Page } from '@playwright/test';
import { refusing } from '../refusals.ts';
import {
  answered,
  demoAdmin,
  inSequence,
  onFree,
  pressed,
  pretend,
  type Screen,
  submitEmpty,
  typed,
} from '../stage.ts';
import { errorList, list, picker } from './selectors.ts';

/** What opens where an archive is imported: in a company without anything of its own. */
const archiveSection = '#import-archive';
const emptyCompany = pretend(/\/archive-import$/, { state: 'empty' });
const archiveCounts = { companyName: 'Karya Bangun Nusantara', projects: 12, worklogs: 1_204, receipts: 318 };
const archivePeople = ['Andi Saputra', 'Dewi Lestari', 'Raden Ajeng Kartika Puspita Ningrum Wulandari'].flatMap(
  (name, index) =>
    [name, `${name} II`, `${name} III`].map((full, turn) => ({
      name: full,
      email: `${full.toLowerCase().replaceAll(' ', '.')}@karyabangun.example`,
      isMember: index === 1,
      isActive: turn < 2 || index < 1,
    })),
);
const checkedArchive = answered('POST', /\/archive-import\/check$/, {
  ...archiveCounts,
  takenAt: '2026-11-18T03:20:00Z',
  people: [...archivePeople, ...archivePeople],
});
const chooseArchive = (page: Page) =>
  page
    .locator(`${archiveSection} input[type=file]`)
    .setInputFiles({ name: 'arsip.zip', mimeType: 'application/zip', buffer: Buffer.from('archive') });

export const openedSettings: readonly Screen[] = [
  {
    who: demoAdmin,
    path: '/settings/account',
    state: 'free',
    opens: 'main section:has(input[type=password])',
    before: onFree,
    ownDocument: true,
  },
  { who: demoAdmin, path: '/settings/company', state: 'zones', opens: list, do: pressed(`main ${picker} >> nth=0`) },
  {
    who: demoAdmin,
    path: '/settings/company',
    state: 'currencies',
    opens: list,
    do: pressed(`main ${picker} >> nth=1`),
  },
  {
    who: demoAdmin,
    path: '/settings/company',
    state: 'changed-meanwhile',
    opens: errorList,
    before: refusing('PATCH', /\/companies\/[^/]+$/, 'company.changed-since-seen', { version: 99 }),
    do: inSequence(
      typed('main form input[type=text], main form input:not([type])', 'Karya Bangun Sejahtera'),
      pretend(/\/companies\/[^/]+$/, { name: 'Karya Bangun', version: 99 }),
      submitEmpty,
    ),
    // The cache has the replaced company afterwards: shown again, the form would begin with what has changed.
    ownDocument: true,
  },
  {
    who: demoAdmin,
    path: '/settings/company',
    state: 'archive-refused',
    opens: `${archiveSection} [role=alert]`,
    before: inSequence(emptyCompany, refusing('POST', /\/archive-import\/check$/, 'archive.not-complete')),
    do: chooseArchive,
    ownDocument: true,
  },
  {
    who: demoAdmin,
    path: '/settings/company',
    state: 'archive-checked',
    opens: `${archiveSection} section[tabindex]`,
    before: inSequence(emptyCompany, checkedArchive),
    do: inSequence(chooseArchive, pressed(`${archiveSection} ul + div > button`)),
    ownDocument: true,
  },
  {
    who: demoAdmin,
    path: '/settings/company',
    state: 'archive-imported',
    opens: `${archiveSection} a[data-variant]`,
    before: inSequence(
      emptyCompany,
      checkedArchive,
      answered('POST', /\/archive-import$/, { ...archiveCounts, members: 6, formerMembers: 12 }),
    ),
    do: inSequence(chooseArchive, pressed(`${archiveSection} button:not([data-size])`)),
    ownDocument: true,
  },
];
