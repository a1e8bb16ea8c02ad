// People and projects of the demo data: a building company that works in all three Indonesian time zones, and the
// one-person consultancy of its founder. Names are invented.

import type { Role } from '#domain/permissions.ts';
import type { ProjectColour, TaskKind } from '#domain/projects.ts';
import type { Theme } from '#domain/settings.ts';
import { type DemoText, inBoth } from './notes.ts';

export type DemoPerson = {
  name: string;
  email: string;
  role: Role;
  zone: string;
  theme: Theme;
  /** Description on the sign-in page of the demo. */
  about: DemoText;
  /** The name of the task that the worker logs most. */
  trade?: string;
  /** Works night shifts at the bridge. */
  isNightShift?: boolean;
  /** The two newest decided worklogs are rejected. */
  hasRejectedWorklogs?: boolean;
  /** The newest worklog overlaps with another one. */
  hasOverlap?: boolean;
  /** A worklog of two weeks ago is still pending. */
  hasOverdueWorklog?: boolean;
};

const west = 'Asia/Jakarta';
const central = 'Asia/Makassar';
const east = 'Asia/Jayapura';

const person = (
  name: string,
  role: Role,
  zone: string,
  about: DemoPerson['about'],
  rest: Partial<DemoPerson> = {},
): DemoPerson => ({
  name,
  role,
  zone,
  about,
  email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@karyabangun.example`,
  theme: 'light',
  ...rest,
});

export const demoPeople: readonly [DemoPerson, ...DemoPerson[]] = [
  person('Sri Wahyuni', 'company admin', west, {
    en: 'Founder. Runs users, invites and seats.',
    id: 'Pendiri. Mengurus pengguna, undangan, dan kursi.',
  }),
  person('Hendra Gunawan', 'company admin', west, {
    en: 'Office manager, second admin.',
    id: 'Kepala kantor, admin kedua.',
  }),
  person('Budi Santoso', 'manager', west, {
    en: 'Manages the warehouse and the office renovation.',
    id: 'Mengelola proyek gudang dan renovasi kantor.',
  }),
  person('Rina Kartika', 'manager', central, {
    en: 'Manages the bridge in Samarinda.',
    id: 'Mengelola proyek jembatan di Samarinda.',
  }),
  person('Dewi Lestari', 'timesheet approver', west, {
    en: 'Decides on everybody’s worklogs.',
    id: 'Memutuskan catatan kerja semua orang.',
  }),
  person(
    'Maria Tandiono',
    'timesheet approver',
    central,
    { en: 'Decides in the evenings, in dark.', id: 'Memutuskan pada malam hari, dengan tema gelap.' },
    { theme: 'dark' },
  ),
  person('Agus Pranoto', 'reviewer', west, {
    en: 'Accountant: reads reports, decides nothing.',
    id: 'Akuntan: membaca laporan, tidak memutuskan.',
  }),
  person(
    'Andi Saputra',
    'worker',
    west,
    { en: 'Electrician with a rejected worklog to mend.', id: 'Teknisi listrik dengan catatan kerja yang ditolak.' },
    { trade: 'Electrical', hasRejectedWorklogs: true },
  ),
  person(
    'Siti Rahmawati',
    'worker',
    west,
    { en: 'Draughtswoman, two projects a day.', id: 'Juru gambar, dua proyek sehari.' },
    { trade: 'Drawings' },
  ),
  person(
    'Joko Susilo',
    'worker',
    west,
    { en: 'Foreman in Cikarang.', id: 'Mandor di Cikarang.' },
    { hasOverlap: true },
  ),
  person('Fitri Handayani', 'worker', west, {
    en: 'Site engineer with many expenses.',
    id: 'Insinyur lapangan dengan banyak pengeluaran.',
  }),
  person('Rudi Hartono', 'worker', west, { en: 'Mason.', id: 'Tukang batu.' }, { hasOverdueWorklog: true }),
  person(
    'Wayan Sudarma',
    'worker',
    central,
    { en: 'Welder at the bridge, an hour ahead of Jakarta.', id: 'Juru las di jembatan, WITA.' },
    { isNightShift: true, trade: 'Welding' },
  ),
  person(
    'Ni Made Ayu',
    'worker',
    central,
    { en: 'Surveyor in Samarinda.', id: 'Juru ukur di Samarinda.' },
    { trade: 'Survey' },
  ),
  person(
    'Daniel Tumbelaka',
    'worker',
    central,
    { en: 'Crane operator, night shifts.', id: 'Operator derek, sif malam.' },
    { isNightShift: true },
  ),
  person(
    'Yosef Wanggai',
    'worker',
    east,
    { en: 'Maintenance in Jayapura, two hours ahead.', id: 'Pemeliharaan di Jayapura, WIT.' },
    { trade: 'Repairs' },
  ),
  person('Lina Marpaung', 'worker', west, { en: 'Interior fitter.', id: 'Pemasang interior.' }, { trade: 'Interior' }),
  person(
    'Taufik Hidayat',
    'worker',
    west,
    { en: 'Driver: tolls and fuel.', id: 'Sopir: tol dan bensin.' },
    { trade: 'Inspection' },
  ),
];

export type SeedTask = {
  /** In English; `taskNames` has the Indonesian one. */
  name: string;
  kind: TaskKind;
  budgetHours?: number;
  budgetRupiah?: number;
  /** Instead of `budgetHours`: the part of its budget that the task has used, from 0 to 1. */
  usedBudget?: number;
  isClosed?: true;
};

export type SeedProject = {
  name: string;
  code: string;
  colour: ProjectColour;
  client?: string;
  notes: DemoText;
  /** Names of the people; workers absent means everyone. */
  managers: string[];
  workers?: string[];
  budgetHours?: number;
  isArchived?: true;
  tasks: [SeedTask, ...SeedTask[]];
};

export const projects: readonly [SeedProject, ...SeedProject[]] = [
  {
    name: 'Gudang Cikarang',
    code: 'GDC',
    client: 'Sinar Logistik',
    colour: 'teal',
    managers: ['Budi Santoso'],
    budgetHours: 4200,
    notes: inBoth(
      'Warehouse of 6,000 m². Handover at the end of March.',
      'Gudang seluas 6.000 m². Serah terima akhir Maret.',
    ),
    workers: ['Andi Saputra', 'Joko Susilo', 'Fitri Handayani', 'Rudi Hartono', 'Siti Rahmawati', 'Taufik Hidayat'],
    tasks: [
      { name: 'Structure', kind: 'timed', usedBudget: 0.96 },
      { name: 'Electrical', kind: 'timed', budgetHours: 900 },
      { name: 'Drawings', kind: 'timed', budgetHours: 900 },
      { name: 'Materials', kind: 'expense', budgetRupiah: 180_000_000 },
      { name: 'Transport', kind: 'expense' },
    ],
  },
  {
    name: 'Renovasi Kantor Sudirman',
    code: 'RKS',
    client: 'Artha Sentosa',
    colour: 'indigo',
    managers: ['Budi Santoso'],
    budgetHours: 1600,
    notes: inBoth('Two floors, work after office hours only.', 'Dua lantai, hanya dikerjakan di luar jam kantor.'),
    workers: ['Lina Marpaung', 'Siti Rahmawati', 'Andi Saputra', 'Rudi Hartono'],
    tasks: [
      { name: 'Interior', kind: 'timed', budgetHours: 900 },
      { name: 'Electrical', kind: 'timed', budgetHours: 300 },
      { name: 'Meetings', kind: 'timed' },
      { name: 'Samples and permits', kind: 'expense' },
    ],
  },
  {
    name: 'Jembatan Mahakam',
    code: 'JMK',
    client: 'Mahakam Infra',
    colour: 'orange',
    managers: ['Rina Kartika'],
    budgetHours: 5200,
    notes: inBoth(
      'Strengthening of the approach spans. The river closes at night.',
      'Perkuatan bentang pendekat. Sungai ditutup pada malam hari.',
    ),
    workers: ['Wayan Sudarma', 'Ni Made Ayu', 'Daniel Tumbelaka', 'Fitri Handayani'],
    tasks: [
      { name: 'Night shift', kind: 'timed', budgetHours: 2400 },
      { name: 'Welding', kind: 'timed', budgetHours: 1400 },
      { name: 'Survey', kind: 'timed', budgetHours: 800 },
      { name: 'Lodging', kind: 'expense', budgetRupiah: 90_000_000 },
    ],
  },
  {
    name: 'Pemeliharaan Rutin',
    code: 'PML',
    colour: 'green',
    managers: ['Rina Kartika', 'Budi Santoso'],
    notes: inBoth(
      'Maintenance contracts in Jayapura, Makassar and Jakarta.',
      'Kontrak pemeliharaan di Jayapura, Makassar, dan Jakarta.',
    ),
    tasks: [
      { name: 'Inspection', kind: 'timed' },
      { name: 'Repairs', kind: 'timed' },
      { name: 'Training', kind: 'timed' },
      { name: 'Fuel and tolls', kind: 'expense' },
      { name: 'Old contract', kind: 'timed', isClosed: true },
    ],
  },
  {
    name: 'Pameran Konstruksi',
    code: 'PKI',
    colour: 'grape',
    managers: ['Budi Santoso'],
    isArchived: true,
    notes: inBoth('Trade fair, done.', 'Pameran dagang, selesai.'),
    workers: ['Siti Rahmawati', 'Lina Marpaung'],
    tasks: [
      { name: 'Booth', kind: 'timed', budgetHours: 120 },
      { name: 'Print and travel', kind: 'expense' },
    ],
  },
];
