// The texts of the demo in its two languages, of which a demo has one: names of tasks, notes that fit their task, and reasons that
// fit the worklog they reject.

import type { Locale } from '#domain/settings.ts';
import type { Random } from './random.ts';

export type DemoText = Readonly<Record<Locale, string>>;
type Texts = readonly [DemoText, ...DemoText[]];

export const inBoth = (en: string, id: string): DemoText => ({ en, id });
const none = inBoth('', '');

/** Indonesian names of tasks. */
export const taskNames: Readonly<Record<string, string>> = {
  Structure: 'Struktur',
  Electrical: 'Kelistrikan',
  Drawings: 'Gambar kerja',
  Materials: 'Material',
  Transport: 'Transportasi',
  Interior: 'Interior',
  Meetings: 'Rapat',
  'Samples and permits': 'Contoh dan perizinan',
  'Night shift': 'Sif malam',
  Welding: 'Pengelasan',
  Survey: 'Pengukuran',
  Lodging: 'Penginapan',
  Inspection: 'Inspeksi',
  Repairs: 'Perbaikan',
  Training: 'Pelatihan',
  'Fuel and tolls': 'BBM dan tol',
  'Old contract': 'Kontrak lama',
  Booth: 'Stan pameran',
  'Print and travel': 'Cetak dan perjalanan',
};

export const taskName = (name: string, locale: Locale): string => (locale === 'id' ? (taskNames[name] ?? name) : name);

/** By the English name of the task. */
export const taskNotes: Readonly<Record<string, Texts>> = {
  Structure: [
    inBoth('Formwork for the loading dock', 'Bekisting dok bongkar muat'),
    inBoth('Waiting for concrete until ten, then pouring', 'Menunggu beton sampai pukul sepuluh, lalu pengecoran'),
    inBoth('Checked the columns of block B', 'Pengecekan kolom blok B'),
    inBoth('Reinforcement of the ground beams', 'Pembesian balok lantai dasar'),
    inBoth('Site walk with the owner', 'Keliling lapangan bersama pemilik'),
    none,
  ],
  Electrical: [
    inBoth('Cable trays, north side', 'Rak kabel sisi utara'),
    inBoth('Distribution board on floor 1', 'Pasang panel distribusi lantai 1'),
    inBoth('Tested the emergency lights', 'Uji lampu darurat'),
    none,
  ],
  Drawings: [
    inBoth('Floor plan, revision C', 'Revisi C gambar denah'),
    inBoth('Details of the roof edge', 'Detail tepi atap'),
    inBoth('Drawings for the permit', 'Gambar untuk perizinan'),
  ],
  Materials: [
    inBoth('Steel bars 12 mm, 40 pieces', 'Besi beton 12 mm, 40 batang'),
    inBoth('Anchor bolts', 'Baut angkur'),
    inBoth('Generator for one day', 'Sewa genset satu hari'),
  ],
  Transport: [
    inBoth('Toll to Cikampek and parking', 'Tol Cikampek dan parkir'),
    inBoth('Fuel for the pickup', 'Bensin mobil pikap'),
  ],
  Interior: [
    inBoth('Gypsum ceiling, floor 12', 'Plafon gipsum lantai 12'),
    inBoth('Partitions of the meeting rooms', 'Partisi ruang rapat'),
    inBoth('First coat of paint', 'Cat lapis pertama'),
    none,
  ],
  Meetings: [
    inBoth('Coordination with the client', 'Rapat koordinasi dengan klien'),
    inBoth('Agreed on colours and carpets', 'Menyepakati warna dan karpet'),
  ],
  'Samples and permits': [
    inBoth('Paint and brushes', 'Cat dan kuas'),
    inBoth('Copies of the A1 drawings', 'Fotokopi gambar A1'),
  ],
  'Night shift': [
    inBoth('Lifted two girders, river closed', 'Angkat dua girder, sungai ditutup'),
    inBoth('Load test of span 3', 'Uji beban bentang 3'),
    inBoth('Moved the crane to the east bank', 'Pindahkan derek ke tepi timur'),
    none,
  ],
  Welding: [
    inBoth('Joints of the girders', 'Pengelasan sambungan girder'),
    inBoth('Repaired two seams after the test', 'Perbaikan dua sambungan setelah uji'),
  ],
  Survey: [
    inBoth('Levelling of the approach', 'Pengukuran elevasi oprit'),
    inBoth('Settlement points, weekly', 'Titik penurunan, mingguan'),
  ],
  Lodging: [inBoth('Lodging for two nights', 'Penginapan dua malam')],
  Inspection: [
    inBoth('Hydrants and pumps', 'Pemeriksaan hidran dan pompa'),
    inBoth('Roof and gutters after the rain', 'Atap dan talang setelah hujan'),
    none,
  ],
  Repairs: [
    inBoth('Replaced the lights of the corridor', 'Ganti lampu koridor'),
    inBoth('Leaking valve in the pump room', 'Katup bocor di ruang pompa'),
  ],
  Training: [
    inBoth('Working at height, refresher', 'Penyegaran kerja di ketinggian'),
    inBoth('First aid', 'Pertolongan pertama'),
  ],
  'Fuel and tolls': [
    inBoth('Toll and parking', 'Tol dan parkir'),
    inBoth('Fuel for the pickup', 'Bensin mobil pikap'),
    inBoth('Meal for the crew on overtime', 'Makan tim lembur'),
  ],
  Booth: [inBoth('Set up the booth', 'Pasang stan'), inBoth('Talked to visitors', 'Melayani pengunjung')],
  'Print and travel': [inBoth('Copies of the brochures', 'Fotokopi brosur')],
};

/** The same number of random numbers for every task, so that a change of the notes changes nothing else. */
export const noteFor = (task: string, locale: Locale, random: Random): string =>
  random.pick(taskNotes[task] ?? [none])[locale];

type Rejected = { isExpense: boolean; minutes: number; notes: string };

/** Why a worklog may be rejected, the most particular reason first. Two rejections one after the other have different ones. */
export const rejectionReasons = (rejected: Rejected, locale: Locale): string[] =>
  reasonsFor(rejected).map((reason) => reason[locale]);

function reasonsFor({ isExpense, minutes, notes }: Rejected): DemoText[] {
  if (isExpense)
    return [
      inBoth('The receipt cannot be read. Please photograph it again.', 'Nota tidak terbaca. Mohon difoto ulang.'),
      inBoth('The receipt shows another amount. Please check.', 'Nominal di nota berbeda. Mohon diperiksa.'),
    ];
  const general = [
    inBoth(
      'The start does not match the visitor book of the site. Please check.',
      'Jam mulai tidak cocok dengan buku tamu proyek. Mohon diperiksa.',
    ),
    inBoth(
      'Your crew left the site earlier that day. Please check the end.',
      'Hari itu tim Anda meninggalkan proyek lebih awal. Mohon periksa jam selesainya.',
    ),
  ];
  if (notes === '') return [inBoth('Please write what was done.', 'Mohon tuliskan apa yang dikerjakan.'), ...general];
  if (minutes <= 360) return general;
  const isLong = inBoth(
    'A shift of this length has a break. Please log two parts.',
    'Sif sepanjang ini ada istirahatnya. Mohon catat dalam dua bagian.',
  );
  return [isLong, ...general];
}

export const meetingNote: DemoText = inBoth('Online meeting in between', 'Rapat daring di tengah pekerjaan');
