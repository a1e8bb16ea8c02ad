// What the people of the demo write: notes that fit their task, and reasons that fit the worklog they reject, in their language.

import type { Locale } from '#domain/settings.ts';
import type { Random } from './random.ts';

type Text = Readonly<Record<Locale, string>>;
type Texts = readonly [Text, ...Text[]];

const text = (en: string, id: string): Text => ({ en, id });
const none = text('', '');

/** By the name of the task. */
export const taskNotes: Readonly<Record<string, Texts>> = {
  Structure: [
    text('Formwork for the loading dock', 'Bekisting dok bongkar muat'),
    text('Waiting for concrete until ten, then pouring', 'Menunggu beton sampai pukul sepuluh, lalu pengecoran'),
    text('Checked the columns of block B', 'Pengecekan kolom blok B'),
    text('Reinforcement of the ground beams', 'Pembesian balok lantai dasar'),
    text('Site walk with the owner', 'Keliling lapangan bersama pemilik'),
    none,
  ],
  Electrical: [
    text('Cable trays, north side', 'Rak kabel sisi utara'),
    text('Distribution board on floor 1', 'Pasang panel distribusi lantai 1'),
    text('Tested the emergency lights', 'Uji lampu darurat'),
    none,
  ],
  Drawings: [
    text('Floor plan, revision C', 'Revisi C gambar denah'),
    text('Details of the roof edge', 'Detail tepi atap'),
    text('Drawings for the permit', 'Gambar untuk perizinan'),
  ],
  Materials: [
    text('Steel bars 12 mm, 40 pieces', 'Besi beton 12 mm, 40 batang'),
    text('Anchor bolts', 'Baut angkur'),
    text('Generator for one day', 'Sewa genset satu hari'),
  ],
  Transport: [
    text('Toll to Cikampek and parking', 'Tol Cikampek dan parkir'),
    text('Fuel for the pickup', 'Bensin mobil pikap'),
  ],
  Interior: [
    text('Gypsum ceiling, floor 12', 'Plafon gipsum lantai 12'),
    text('Partitions of the meeting rooms', 'Partisi ruang rapat'),
    text('First coat of paint', 'Cat lapis pertama'),
    none,
  ],
  Meetings: [
    text('Coordination with the client', 'Rapat koordinasi dengan klien'),
    text('Agreed on colours and carpets', 'Menyepakati warna dan karpet'),
  ],
  'Samples and permits': [
    text('Paint and brushes', 'Cat dan kuas'),
    text('Copies of the A1 drawings', 'Fotokopi gambar A1'),
  ],
  'Night shift': [
    text('Lifted two girders, river closed', 'Angkat dua girder, sungai ditutup'),
    text('Load test of span 3', 'Uji beban bentang 3'),
    text('Moved the crane to the east bank', 'Pindahkan derek ke tepi timur'),
    none,
  ],
  Welding: [
    text('Joints of the girders', 'Pengelasan sambungan girder'),
    text('Repaired two seams after the test', 'Perbaikan dua sambungan setelah uji'),
  ],
  Survey: [
    text('Levelling of the approach', 'Pengukuran elevasi oprit'),
    text('Settlement points, weekly', 'Titik penurunan, mingguan'),
  ],
  Lodging: [text('Lodging for two nights', 'Penginapan dua malam')],
  Inspection: [
    text('Hydrants and pumps', 'Pemeriksaan hidran dan pompa'),
    text('Roof and gutters after the rain', 'Atap dan talang setelah hujan'),
    none,
  ],
  Repairs: [
    text('Replaced the lights of the corridor', 'Ganti lampu koridor'),
    text('Leaking valve in the pump room', 'Katup bocor di ruang pompa'),
  ],
  Training: [
    text('Working at height, refresher', 'Penyegaran kerja di ketinggian'),
    text('First aid', 'Pertolongan pertama'),
  ],
  'Fuel and tolls': [
    text('Toll and parking', 'Tol dan parkir'),
    text('Fuel for the pickup', 'Bensin mobil pikap'),
    text('Meal for the crew on overtime', 'Makan tim lembur'),
  ],
  Booth: [text('Set up the booth', 'Pasang stan'), text('Talked to visitors', 'Melayani pengunjung')],
  'Print and travel': [text('Copies of the brochures', 'Fotokopi brosur')],
};

/** The same number of random numbers for every task, so that a change of the notes changes nothing else. */
export const noteFor = (task: string, locale: Locale, random: Random): string =>
  random.pick(taskNotes[task] ?? [none])[locale];

type Rejected = { isExpense: boolean; minutes: number; notes: string };

/** Why a worklog is rejected. */
export const rejectionReason = (rejected: Rejected, locale: Locale): string => reasonFor(rejected)[locale];

/** From the most particular reason to the one that fits every worklog. */
function reasonFor({ isExpense, minutes, notes }: Rejected): Text {
  if (isExpense)
    return text('The receipt cannot be read. Please photograph it again.', 'Nota tidak terbaca. Mohon difoto ulang.');
  if (notes === '') return text('Please write what was done.', 'Mohon tuliskan apa yang dikerjakan.');
  if (minutes > 360)
    return text(
      'A shift of this length has a break. Please log two parts.',
      'Sif sepanjang ini ada istirahatnya. Mohon catat dalam dua bagian.',
    );
  return text(
    'The start does not match the visitor book of the site. Please check.',
    'Jam mulai tidak cocok dengan buku tamu proyek. Mohon diperiksa.',
  );
}

export const meetingNote: Text = text('Online meeting in between', 'Rapat daring di tengah pekerjaan');
